import { DriveFault } from './drive.ts';

/** What Google answers when it refuses: the shape of `error` differs between its services. */
interface GoogleError {
  error?: string | { code?: number; message?: string; status?: string; errors?: { reason?: string }[] };
  error_description?: string;
}

const ASK_ADMIN = 'Demandez à l’administrateur de votre Google Workspace';

/** Google's reasons that somebody has to act upon, and what to do. `{account}` is the service account's address. */
const NEVER: Record<string, string> = {
  invalid_grant:
    'Google refuse les identifiants : la clé a été supprimée ou désactivée, ou l’horloge du serveur n’est pas à l’heure. Vérifiez l’heure, sinon créez une nouvelle clé du compte de service et enregistrez-la ici.',
  invalid_client: 'Google ne connaît pas ce compte de service : créez une nouvelle clé et enregistrez-la ici.',
  unauthorized_client:
    'Ce compte de service n’a pas le droit d’appeler Google Drive : créez-en un dans un projet où l’API Drive est activée.',
  authError:
    'Google n’accepte plus les identifiants : créez une nouvelle clé du compte de service et enregistrez-la ici.',
  accessNotConfigured:
    'L’API Google Drive n’est pas activée dans le projet Google Cloud de ce compte. Activez-la, attendez quelques minutes, puis réessayez.',
  storageQuotaExceeded:
    'Il n’y a plus de place : un compte de service n’a pas d’espace à lui, et le dossier doit être dans un Drive partagé. Choisissez un dossier d’un Drive partagé, ou libérez de la place.',
  teamDriveFileLimitExceeded:
    'Ce Drive partagé est plein (nombre de fichiers) : libérez de la place, ou choisissez-en un autre.',
  insufficientFilePermissions:
    'Le compte {account} n’a pas le droit d’écrire ici : ajoutez-le au Drive partagé avec le rôle « Gestionnaire de contenu ».',
  insufficientPermissions:
    'Le compte {account} n’a pas le droit d’écrire ici : ajoutez-le au Drive partagé avec le rôle « Gestionnaire de contenu ».',
  teamDriveMembershipRequired:
    'Le compte {account} n’est pas membre de ce Drive partagé : ajoutez-le avec le rôle « Gestionnaire de contenu ».',
  domainPolicy: `Les règles de votre organisation interdisent cet envoi. ${ASK_ADMIN} d’autoriser le compte {account}.`,
  appNotAuthorizedToFile: 'Le compte {account} n’a pas accès à ce dossier : partagez-le avec lui.',
  notFound:
    'Google ne trouve pas ce dossier : vérifiez son adresse, et que le compte {account} est membre du Drive partagé.',
  cannotModifyReadOnly: 'Ce fichier est verrouillé sur Google Drive : déverrouillez-le, puis relancez l’envoi.',
};
NEVER.forbidden = NEVER.insufficientFilePermissions ?? '';
NEVER.accessDenied = NEVER.insufficientFilePermissions ?? '';

/** Reasons of a 403 that pass by themselves. */
const TOO_FAST = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'sharingRateLimitExceeded',
  'dailyLimitExceeded',
  'quotaExceeded',
]);

const LATER = 'Google Drive ne répond pas pour l’instant. Le document est en sécurité ici, et sera envoyé plus tard.';
const SLOWER = 'Google Drive demande de ralentir. Le document est en sécurité ici, et sera envoyé plus tard.';

export const unreachable = (reason: string): DriveFault => new DriveFault(LATER, { kind: 'later', reason });

/** What a refusal of Google means for us. @param account the service account's address, named in the remedies */
export function faultOfAnswer(
  { status, body, retryAfter }: { status: number; body: unknown; retryAfter: string | null },
  account: string,
): DriveFault {
  const reason = reasonOf(body) ?? String(status);
  const retryAfterMs = retryAfter && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null;
  if (status === 429 || TOO_FAST.has(reason)) return new DriveFault(SLOWER, { kind: 'later', reason, retryAfterMs });
  if (status >= 500 || status === 408) return new DriveFault(LATER, { kind: 'later', reason, retryAfterMs });
  const sentence =
    (Object.hasOwn(NEVER, reason) ? NEVER[reason] : undefined) ??
    (status === 404
      ? NEVER.notFound
      : status === 401
        ? NEVER.authError
        : status === 403
          ? NEVER.forbidden
          : undefined) ??
    'Google Drive a refusé l’envoi ({reason}). Testez la connexion depuis la page Mon Drive.';
  return new DriveFault(sentence.replace('{account}', account).replace('{reason}', reason), {
    kind: 'never',
    reason: status === 404 ? 'notFound' : status === 401 ? 'authError' : reason,
  });
}

function reasonOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error } = body as GoogleError;
  const found = typeof error === 'string' ? error : (error?.errors?.[0]?.reason ?? error?.status);
  // Shown to people when we do not know it: a word, nothing longer.
  return typeof found === 'string' && /^[A-Za-z_]{1,60}$/.test(found) ? found : null;
}
