import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type Access,
  linkIdentity,
  myAccess,
  removeOtp,
  renewRecoveryCodes,
  unlinkIdentity,
} from '#shared/auth/sign.in.contract.ts';
import { SIGN_IN_LINKED, SIGN_IN_REFUSAL } from '#shared/auth/sign.in.words.ts';
import { printInstant } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { useToast } from '../ui/toast.tsx';
import { FactorSetup } from './FactorSetup.tsx';
import { type Proof, ProofDialog } from './ProofDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { refusalOf, takeAnswer } from './sign.in.ts';

type Act = 'setup' | 'renew' | 'remove' | 'link' | 'unlink';

/** How one signs in besides by the password: a second factor, the provider of the firm. */
export function SignInCard() {
  const toast = useToast();
  const { data, error, isPending, refetch } = useQuery(queryOf(myAccess));
  const [acting, setActing] = useState<Act | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  // Back from the provider of the firm.
  useEffect(() => {
    const answer = takeAnswer();
    const reason = answer?.get(SIGN_IN_REFUSAL);
    if (reason) setRefused(refusalOf(reason));
    if (answer?.has(SIGN_IN_LINKED)) toast({ severity: 'success', message: 'Votre compte est relié.' });
  }, [toast]);
  const access = data?.data;
  return (
    <Card component="section" aria-labelledby="sign-in-title" sx={{ p: 3 }}>
      <Typography variant="h2" id="sign-in-title" sx={{ mb: 1.5 }}>
        Connexion
      </Typography>
      {isPending && <Loading />}
      {error && (
        <LoadError
          message="La façon dont vous vous connectez n’a pas pu être lue."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {refused && (
        <Alert severity="error" onClose={() => setRefused(null)} sx={{ mb: 2 }}>
          {refused}
        </Alert>
      )}
      {access && (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <FactorRow access={access} onAct={setActing} />
          {access.provider !== null && <ProviderRow access={access} provider={access.provider} onAct={setActing} />}
        </Box>
      )}
      {access && acting && <Acting access={access} act={acting} onClose={() => setActing(null)} />}
    </Card>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', mb: 1, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>{children}</Box>
    </Box>
  );
}

function FactorRow({ access: { otp, password }, onAct }: { access: Access; onAct: (act: Act) => void }) {
  if (otp)
    return (
      <Row title="Second facteur" text={`En place depuis le ${printInstant(otp.since)}. ${leftOf(otp.codes_left)}`}>
        <Button variant="outlined" onClick={() => onAct('renew')}>
          Refaire les codes de secours
        </Button>
        <Button color="error" onClick={() => onAct('remove')}>
          Retirer
        </Button>
      </Row>
    );
  if (!password)
    return (
      <Row
        title="Second facteur"
        text="Il s’ajoute à un mot de passe, et vous n’en avez pas : votre fournisseur d’identité en demande un s’il le veut."
      >
        {null}
      </Row>
    );
  return (
    <Row
      title="Second facteur"
      text="Votre mot de passe suffit pour entrer. Un code de votre téléphone peut s’y ajouter : qui vole l’un n’a pas l’autre."
    >
      <Button variant="outlined" onClick={() => onAct('setup')}>
        Ajouter un second facteur
      </Button>
    </Row>
  );
}

const leftOf = (count: number): string =>
  count === 0
    ? 'Il ne reste aucun code de secours : refaites-les.'
    : count === 1
      ? 'Il reste un code de secours.'
      : `Il reste ${count} codes de secours.`;

function ProviderRow({
  access: { identity, password, only_provider },
  provider,
  onAct,
}: {
  access: Access;
  provider: string;
  onAct: (act: Act) => void;
}) {
  return (
    <Row
      title={`Connexion avec ${provider}`}
      text={
        identity
          ? `Relié à ${identity.label} depuis le ${printInstant(identity.since)}.`
          : 'Reliez votre compte une fois ; vous entrerez ensuite sans mot de passe.'
      }
    >
      {identity ? (
        <Button color="error" onClick={() => onAct('unlink')} disabled={!password || only_provider}>
          Détacher
        </Button>
      ) : (
        <Button variant="outlined" onClick={() => onAct('link')}>
          Relier mon compte
        </Button>
      )}
    </Row>
  );
}

/** What each asks for, and does once it is shown who asks. */
function Acting({ access, act, onClose }: { access: Access; act: Act; onClose: () => void }) {
  const toast = useToast();
  const refresh = useRefresh();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [shown, setShown] = useState(false);
  const end = (): void => {
    void refresh('auth');
    onClose();
  };
  const done = (message: string): void => {
    toast({ severity: 'success', message });
    end();
  };
  if (act === 'setup')
    return (
      <Dialog
        open
        // Codes are shown once: they are left by the button that says they are kept.
        onClose={(_, reason) => reason !== 'backdropClick' && !shown && end()}
        maxWidth="sm"
        fullWidth
        aria-labelledby="setup-title"
      >
        <DialogTitle id="setup-title">Ajouter un second facteur</DialogTitle>
        <DialogContent>
          <FactorSetup onDone={end} onCancel={end} onCodes={() => setShown(true)} />
        </DialogContent>
      </Dialog>
    );
  if (codes)
    return (
      <Dialog open maxWidth="sm" fullWidth aria-labelledby="codes-title">
        <DialogTitle id="codes-title">Vos nouveaux codes de secours</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <RecoveryCodes codes={codes} />
          <Box>
            <Button variant="contained" onClick={end}>
              J’ai gardé mes codes
            </Button>
          </Box>
        </DialogContent>
      </Dialog>
    );
  const provider = access.provider ?? '';
  const acts: Record<
    Exclude<Act, 'setup'>,
    { title: string; text: string; submit: string; work: (proof: Proof) => Promise<void> }
  > = {
    renew: {
      title: 'Refaire les codes de secours',
      text: 'Les anciens ne serviront plus.',
      submit: 'Refaire',
      work: async (body) => setCodes((await call(renewRecoveryCodes, { body })).codes),
    },
    remove: {
      title: 'Retirer le second facteur',
      text: access.otp_required
        ? 'Vos codes de secours ne serviront plus. Votre entreprise en demande un aux administrateurs : vous en mettrez un autre en place aussitôt, par exemple sur un nouveau téléphone.'
        : 'Votre mot de passe suffira de nouveau pour entrer, et vos codes de secours ne serviront plus.',
      submit: 'Retirer',
      work: async (body) => {
        await call(removeOtp, { body });
        done('Votre second facteur est retiré.');
      },
    },
    link: {
      title: `Relier votre compte ${provider}`,
      text: `${provider} vous demandera lequel de ses comptes est le vôtre, puis vous reviendrez ici.`,
      submit: 'Continuer',
      work: async (body) => {
        const { url } = await call(linkIdentity, { body });
        window.location.assign(url);
      },
    },
    unlink: {
      title: `Détacher votre compte ${provider}`,
      text: 'Vous entrerez de nouveau par votre mot de passe.',
      submit: 'Détacher',
      work: async (body) => {
        await call(unlinkIdentity, { body });
        done('Votre compte est détaché.');
      },
    },
  };
  const { work, ...words } = acts[act];
  return <ProofDialog {...words} withCode={access.otp !== null} onProof={work} onCancel={onClose} />;
}
