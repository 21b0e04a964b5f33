import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Download, GitCompare, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import {
  listTemplateFiles,
  readTemplateVersion,
  restoreTemplateFile,
  type TemplateFile,
} from '#shared/templates/template.contract.ts';
import { call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';
import { Fold } from '../ui/Fold.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { CompareFiles } from './CompareFiles.tsx';

/** By which one of them is told from another: two may have come within a minute. */
const fileName = ({ version, file_name, imported_at }: TemplateFile): string =>
  `la version ${version}, ${file_name}, du ${printInstant(imported_at)}`;

/** The files that a template has had: read, compared with the present one, taken back. */
export function TemplateFiles({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOf(listTemplateFiles, { params: { id } }));
  const mayWrite = useMay(restoreTemplateFile.right);
  const nameOf = usePersonName();
  const { act } = useAction();
  const { act: actOn, busy } = useAction();
  const [comparing, setComparing] = useState<TemplateFile | null>(null);
  const [restoring, setRestoring] = useState<TemplateFile | null>(null);
  const [isAsking, setAsking] = useState(false);
  if (error && !data)
    return (
      <LoadError
        message="Les fichiers du modèle n’ont pas pu être lus."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Loading label="Lecture des fichiers du modèle…" />;
  const files = data.data;
  const current = files.find((one) => one.current);
  if (files.length === 0) return null;
  const restore = (file: TemplateFile): Promise<unknown> =>
    actOn(() => call(restoreTemplateFile, { params: { id, fileId: file.id } }), {
      done: `Le fichier du ${printInstant(file.imported_at)} est de nouveau celui du modèle.`,
      refresh: ['templates'],
    });
  return (
    <>
      <Fold title={counted(files.length, 'fichier importé')}>
        <FirstRows rows={files}>
          {(shown) => (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {shown.map((file) => (
                <Box
                  component="li"
                  key={file.id}
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    alignItems: 'center',
                    gap: 1,
                    py: 1,
                    borderBottom: 1,
                    borderColor: 'divider',
                  }}
                >
                  <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
                    <Typography sx={{ overflowWrap: 'anywhere' }}>
                      Version {file.version}, {file.file_name}
                    </Typography>
                    <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
                      {file.current ? 'Fichier actuel, importé' : 'Importé'} le {printInstant(file.imported_at)}
                      {file.imported_by === null ? '' : ` par ${nameOf(file.imported_by)}`}
                    </Typography>
                  </Box>
                  <Button
                    size="small"
                    startIcon={<Download size={16} />}
                    aria-label={`Télécharger ${fileName(file)}`}
                    onClick={() =>
                      void act(() => download(readTemplateVersion, { id, fileId: file.id }, file.file_name))
                    }
                  >
                    Télécharger
                  </Button>
                  {!file.current && current && (
                    <Button
                      size="small"
                      startIcon={<GitCompare size={16} />}
                      aria-label={`Comparer ${fileName(file)} avec l’actuel`}
                      onClick={() => setComparing(file)}
                    >
                      Comparer
                    </Button>
                  )}
                  {!file.current && mayWrite && (
                    <Button
                      size="small"
                      disabled={busy}
                      startIcon={<Undo2 size={16} />}
                      aria-label={`Reprendre ${fileName(file)}`}
                      onClick={() => {
                        setRestoring(file);
                        setAsking(true);
                      }}
                    >
                      Reprendre
                    </Button>
                  )}
                </Box>
              ))}
            </Box>
          )}
        </FirstRows>
      </Fold>
      {comparing && current && (
        <CompareFiles templateId={id} from={comparing} to={current} onClose={() => setComparing(null)} />
      )}
      <ConfirmDialog
        open={isAsking}
        title="Reprendre ce fichier ?"
        text={`« ${restoring?.file_name ?? ''} », version ${restoring?.version ?? ''}, du ${restoring ? printInstant(restoring.imported_at) : ''}, redevient le fichier du modèle. L’actuel reste dans cette liste ; vos documents déjà générés ne changent pas.`}
        confirmLabel="Reprendre"
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          if (restoring) void restore(restoring).then(() => setAsking(false));
        }}
      />
    </>
  );
}
