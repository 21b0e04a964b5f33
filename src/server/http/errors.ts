import type { FastifyError, FastifyInstance } from 'fastify';
import { type DatabaseFault, databaseFault } from '../db/faults.ts';
import { Refusal } from '../errors.ts';
import { MissingFile, StorageDown } from '../storage/storage.ts';

/** What the framework itself refuses, in French. */
const FRAMEWORK: Record<string, [status: number, detail: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Ce type de contenu n’est pas accepté.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'La requête est trop volumineuse.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'Le JSON reçu est illisible.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'La requête est incomplète.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'Ce type de contenu n’est pas accepté.'],
};

/** What a database or a disk that is not as it should be means for who waits. Nothing was kept, unless it says otherwise. */
const DATABASE: Record<DatabaseFault, { detail: string; retryAfter: string }> = {
  full: {
    detail: 'Le disque du serveur est plein : rien n’a été enregistré. Prévenez votre administrateur.',
    retryAfter: '60',
  },
  held: {
    detail:
      'La base de données est occupée par un autre programme : rien n’a été enregistré. Réessayez dans un instant.',
    retryAfter: '5',
  },
  collision: {
    detail: 'Trop d’enregistrements arrivent en même temps : celui-ci n’a pas été fait. Réessayez dans un instant.',
    retryAfter: '2',
  },
  busy: {
    detail: 'La base de données est très occupée : rien n’a été enregistré. Réessayez dans un instant.',
    retryAfter: '5',
  },
  down: {
    detail: 'La base de données ne répond pas : rien n’a été enregistré. Réessayez dans un instant.',
    retryAfter: '10',
  },
  unanswered: {
    detail:
      'La base de données n’a pas répondu : on ne sait pas si votre demande est enregistrée. Rechargez la page pour le voir avant de recommencer.',
    retryAfter: '10',
  },
  damaged: {
    detail: 'La base de données est abîmée : prévenez votre administrateur, qui la restaurera d’une sauvegarde.',
    retryAfter: '600',
  },
};

/** A refusal as a person sees it who opened an address of the API in a tab: a link that has expired, most often. */
function pageOf(sentence: string): string {
  const safe = sentence.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Diplo</title></head>
<body style="font: 18px system-ui, sans-serif; margin: 15vh auto; max-width: 34rem; padding: 0 1rem">
<p>${safe}</p>
<p><a href="/dips">Voir tous les DIP</a></p>
</body>
</html>
`;
}

/** Anything thrown becomes HTTP here, and nowhere else. */
export function translateErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    reply.header('Cache-Control', 'no-store');
    // By which the log is searched for what went wrong.
    reply.header('X-Request-Id', request.id);
    // What was begun was a compressed list of so many rows; this is neither.
    for (const name of ['content-encoding', 'content-length', 'x-total-count']) reply.removeHeader(name);
    // What the person is told is a sentence; what stands behind it is for who looks after the server.
    if (error instanceof Refusal && error.status >= 500) request.log.warn({ err: error.cause ?? error }, error.message);
    // Only a browser that opens a page says so; a program is answered in JSON whatever it accepts.
    if (error instanceof Refusal && request.headers['sec-fetch-dest'] === 'document')
      return reply.status(error.status).type('text/html; charset=utf-8').send(pageOf(error.message));
    if (error instanceof Refusal)
      return reply
        .status(error.status)
        .headers(error.headers)
        .send({
          detail: error.detail,
          ...(error.code ? { code: error.code } : {}),
          ...(error.findings ? { findings: error.findings } : {}),
          ...(error.ticket ? { ticket: error.ticket } : {}),
        });
    if (error instanceof StorageDown) {
      request.log.error({ err: error }, 'storage');
      return reply.status(503).header('Retry-After', '30').send({
        detail: 'Le stockage des fichiers ne répond pas : rien n’a été enregistré. Réessayez dans un instant.',
      });
    }
    if (error instanceof MissingFile) return reply.status(404).send({ detail: 'Fichier introuvable' });
    const known = FRAMEWORK[error.code];
    if (known) return reply.status(known[0]).send({ detail: known[1] });
    // Who hangs up in the middle of a body is no fault of the database.
    const fault = request.raw.destroyed && !request.raw.complete ? null : databaseFault(error);
    if (fault) {
      const { detail, retryAfter } = DATABASE[fault];
      request.log.error({ err: error, fault }, 'database or disk');
      return reply.status(503).header('Retry-After', retryAfter).send({ detail });
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return reply.status(status).send({ detail: 'La requête reçue est incorrecte.' });
    const reference = request.id;
    request.log.error({ err: error }, 'unexpected error');
    return reply.status(500).send({ detail: `Une erreur est survenue (référence ${reference}).` });
  });
}
