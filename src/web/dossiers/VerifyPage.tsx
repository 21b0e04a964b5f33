import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { verifyHash } from '#shared/dossiers/dossier.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { call } from '../api/client.ts';
import { DropZone } from '../ui/DropZone.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { Page } from '../ui/Page.tsx';
import { type Differences, differencesOf, hashOfFile, Unreadable } from './verify.ts';

interface Result {
  name: string;
  sha256: string;
  /** `null` when the server could not be asked. */
  known: { known: boolean; sealed_at: string | null } | null;
  /** Of an archive; `null` for another file, a sentence for one that cannot be read. */
  inside: Differences | string | null;
}

/** Whether a file is the one that was sealed: its hash is taken here, and the file never leaves this computer. */
export function VerifyPage() {
  const [progress, setProgress] = useState<number | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const verify = async (file: File | undefined): Promise<void> => {
    if (!file || progress !== null) return;
    setResult(null);
    setFault(null);
    setProgress(0);
    try {
      const sha256 = await hashOfFile(file, (read) => setProgress(file.size === 0 ? 100 : (100 * read) / file.size));
      const known = await call(verifyHash, { params: { sha256 } }).catch(() => null);
      const inside = /\.zip$/i.test(file.name)
        ? await differencesOf(file).catch((problem: unknown) =>
            problem instanceof Unreadable ? problem.message : 'Cette archive n’a pas pu être lue jusqu’au bout.',
          )
        : null;
      setResult({ name: file.name, sha256, known, inside });
    } catch {
      setFault('Ce fichier n’a pas pu être lu. Choisissez-le de nouveau.');
    } finally {
      setProgress(null);
    }
  };
  return (
    <Page
      title="Vérifier un dossier"
      subtitle="Le fichier reste sur cet ordinateur : seule son empreinte est comparée."
    >
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 820 }}>
        <DropZone
          onFiles={(files) => void verify(files[0])}
          sx={{ p: 3, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <FilePicker
            label="Choisir un dossier, PDF ou archive"
            variant="contained"
            loading={progress !== null}
            startIcon={<FileSearch size={18} />}
            onPick={(file) => void verify(file)}
          >
            Choisir un fichier
          </FilePicker>
          <Typography color="textSecondary">PDF ou archive d’un dossier scellé ; ou glissez-le ici.</Typography>
        </DropZone>
        {progress !== null && (
          <LinearProgress
            variant="determinate"
            value={progress}
            aria-label="Lecture du fichier"
            sx={{ mt: 2, height: 6, borderRadius: 3 }}
          />
        )}
        <Box role="status" sx={{ mt: 2, display: 'grid', gap: 1.5 }}>
          {fault && <Alert severity="error">{fault}</Alert>}
          {result && <Verdict result={result} />}
        </Box>
      </Card>
    </Page>
  );
}

function Verdict({ result: { name, sha256, known, inside } }: { result: Result }) {
  const found = typeof inside === 'string' ? null : inside;
  const isWhole =
    found !== null && found.changed.length + found.missing.length + found.added.length + found.disputed.length === 0;
  return (
    <>
      {known === null ? (
        <Alert severity="warning">
          Le serveur ne répond pas : si ce dossier a été scellé ici ne peut pas être dit maintenant.
        </Alert>
      ) : known.known ? (
        <Alert severity="success">
          {`« ${name} » est, octet pour octet, le fichier scellé le ${printInstant(known.sealed_at ?? '')}.`}
        </Alert>
      ) : (
        <Alert severity="error">{`« ${name} » n’est aucun des fichiers scellés ici, ou il a changé depuis.`}</Alert>
      )}
      {typeof inside === 'string' && <Alert severity="error">{inside}</Alert>}
      {found !== null && isWhole && (
        <Alert severity="info">{`Dans l’archive, ${counted(found.same, 'fichier')} sur ${found.same} ${found.same < 2 ? 'a' : 'ont'} l’empreinte que sa liste et son manifeste annoncent.`}</Alert>
      )}
      {found !== null && !isWhole && (
        <Alert severity="error">
          {[
            ['Changé', found.changed],
            ['Manquant', found.missing],
            ['Ajouté', found.added],
            ['Le manifeste dit autre chose de', found.disputed],
          ].map(([what, paths]) =>
            paths && paths.length > 0 ? (
              <div key={String(what)}>{`${what} : ${(paths as string[]).join(', ')}`}</div>
            ) : null,
          )}
        </Alert>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
        {`SHA-256 : ${sha256}`}
      </Typography>
    </>
  );
}
