import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { Fragment } from 'react';
import { counted } from '#shared/fields/counted.ts';
import {
  type Generation,
  inspectFinal,
  inspectStored,
  type SealFinding,
} from '#shared/generations/generation.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { call } from '../api/client.ts';
import { useGuard } from '../findings/useGuard.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import type { GenerationActions } from './generation.actions.ts';

/** A document about to be sealed: the finished one handed in, or the stored one as it is (`file: null`). */
export interface Sealing {
  generation: Generation;
  file: File | null;
}

interface Props {
  sealing: Sealing;
  actions: GenerationActions;
  onClose: () => void;
  onSealed: (sealed: Generation) => void;
}

/** The one question before a document is sealed for ten years: which product, which file, and what was seen in it. */
export function SealDialog({ sealing: { generation, file }, actions, onClose, onSealed }: Props) {
  const { id } = generation;
  const busy = actions.busyId === id;
  // Read anew each time it is asked: the stored document may be another one by now.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['inspect', id, file?.name, file?.lastModified, file?.size],
    queryFn: ({ signal }) =>
      file
        ? call(inspectFinal, { params: { id }, body: {}, file, signal })
        : call(inspectStored, { params: { id }, signal }),
    gcTime: 0,
    retry: false,
  });
  const findings = data?.findings ?? [];
  const wrong = findings.length > 0;

  const guard = useGuard(generation.product.id, { mends: 'DIP_AUTRE_FORMULE' });
  const seal = async (): Promise<void> => {
    if (!(await guard.leave())) return;
    // What was seen is sealed all the same; what nothing was seen in is looked at once more on its way.
    const check = !wrong;
    const sealed = file ? await actions.finalize(id, file, { check }) : await actions.validate(id, { check });
    if (sealed) onSealed(sealed);
    // Why is said beside it; what was kept may be another document now.
    else onClose();
  };

  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby="seal-title" maxWidth="sm" fullWidth>
      <DialogTitle id="seal-title">Sceller ce document ?</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          Le document et son PDF seront conservés dix ans et ne changeront plus.
          {file ? ' Le produit sera validé.' : ''}
        </Typography>
        <Facts generation={generation} file={file} />
        <Box sx={{ mt: 2.5 }} aria-live="polite">
          {isFetching ? (
            <Loading label="Lecture du document…" />
          ) : error ? (
            <LoadError
              message="Le document n’a pas pu être relu."
              detail={error.message}
              onRetry={() => void refetch()}
            />
          ) : wrong ? (
            <>
              <Typography variant="h3" sx={{ mb: 1 }}>
                Dans le document
              </Typography>
              <Findings findings={findings} />
            </>
          ) : (
            <Alert severity="success">Rien d’anormal n’a été vu dans ce document.</Alert>
          )}
        </Box>
        {guard.section}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy} autoFocus>
          Annuler
        </Button>
        <Button
          variant="contained"
          color={wrong ? 'warning' : 'primary'}
          startIcon={<BadgeCheck size={18} />}
          loading={busy || guard.busy}
          loadingPosition="start"
          disabled={data === undefined || isFetching || !guard.isReady}
          onClick={() => void seal()}
        >
          {wrong ? 'Valider quand même' : 'Valider'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Which product, from which template, in which file. */
function Facts({ generation: { product, template, ...generation }, file }: Sealing) {
  const facts: [label: string, text: string | null][] = [
    // As the document says it: what the product is today stands below.
    ['Produit', [...new Set([productLabel(product), product.nom_produit])].filter(Boolean).join(', ')],
    ['Référence', [product.ref_formule, product.ref_produit].filter(Boolean).join(', ') || 'non renseignée'],
    ['Client', product.nom_client],
    ['Modèle', `${template.name} v${template.version}`],
    ['Document', generation.file_name],
    ['Fichier déposé', file ? file.name : generation.final_file_name],
  ];
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: '130px 1fr' }, columnGap: 2, rowGap: 0.75 }}
    >
      {facts.map(
        ([label, text]) =>
          text && (
            <Fragment key={label}>
              <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.9rem' }}>
                {label}
              </Typography>
              <Typography
                component="dd"
                sx={{ m: 0, overflowWrap: 'anywhere', fontWeight: label === 'Produit' ? 600 : 400 }}
              >
                {text}
              </Typography>
            </Fragment>
          ),
      )}
    </Box>
  );
}

function Findings({ findings }: { findings: readonly SealFinding[] }) {
  return (
    <Alert severity="warning">
      <AlertTitle>{counted(findings.length, 'point à vérifier', 'points à vérifier')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.25, '& > li + li': { mt: 1 } }}>
        {findings.map(({ code, message, context }) => (
          <li key={`${code}${message}`}>
            {message}
            {context && code !== 'other_product' && (
              <Typography
                color="textSecondary"
                sx={{ fontSize: '0.85rem', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
              >
                {context}
              </Typography>
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
