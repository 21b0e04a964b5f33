import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { POINT_STATE_LABELS } from '#shared/control/control.print.ts';
import { POINT_KEYS, pointName } from '#shared/control/point.titles.ts';
import type { ControlPoint } from '#shared/control/points.ts';
import { type Dossier, type DossierDiff, diffDossiers } from '#shared/dossiers/dossier.contract.ts';
import { COMPARED } from '#shared/dossiers/dossier.diff.ts';
import { printInstant } from '#shared/fields/date.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

interface Props {
  dossier: Dossier;
  /** The one that was sealed before it. */
  before: Dossier;
  onClose: () => void;
}

/** What changed from one sealed dossier to the next, as their manifests say it. */
export function DiffDialog({ dossier, before, onClose }: Props) {
  const { data, error, isPending, refetch } = useQuery(
    queryOf(diffDossiers, { params: { id: dossier.id }, query: { against: before.id } }),
  );
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="diff-title">
      <DialogTitle id="diff-title">
        {`Du ${printInstant(before.sealed_at)} au ${printInstant(dossier.sealed_at)}`}
      </DialogTitle>
      <DialogContent>
        {isPending ? (
          <Loading label="Lecture des deux manifestes…" />
        ) : error ? (
          <LoadError
            message="Les deux dossiers n’ont pas pu être comparés."
            detail={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Differences diff={data.data} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
    </Dialog>
  );
}

function Differences({ diff }: { diff: DossierDiff }) {
  const groups = groupsOf(diff).filter(({ lines }) => lines.length > 0);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {diff.non_comparable.length > 0 && (
        <Alert severity="info">
          {`Non comparable, l’un des deux manifestes ne le dit pas : ${diff.non_comparable.map((part) => COMPARED[part].toLowerCase()).join(', ')}.`}
        </Alert>
      )}
      {groups.length === 0 && <Typography>Aucune différence.</Typography>}
      {groups.map(({ title, lines }) => (
        <Box component="section" key={title} aria-label={title}>
          <Typography variant="h3">{title}</Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {lines.map((line) => (
              <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
                {line}
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const CHANGED = 'a changé ; les deux versions sont dans les archives, dossier « donnees ».';
const was = (value: string | null): string => value ?? 'vide';
const stateOf = (state: string | null): string =>
  state === null ? 'absent' : (POINT_STATE_LABELS[state as ControlPoint['state']] ?? state).toLowerCase();

/** Each difference as a sentence, by what it is of. */
function groupsOf({
  champs,
  formule,
  pieces,
  donnees,
  points,
  chronologie,
}: DossierDiff): { title: string; lines: string[] }[] {
  return [
    {
      title: COMPARED.champs,
      lines: champs.map(({ libelle, avant, apres }) => `${libelle} : ${was(avant)} → ${was(apres)}`),
    },
    {
      title: COMPARED.formule,
      lines: [
        ...formule.ajoutees.map(({ nom, pourcentage }) => `Ajoutée : ${nom} ${pourcentage}`),
        ...formule.retirees.map(({ nom, pourcentage }) => `Retirée : ${nom} ${pourcentage}`),
        ...formule.modifiees.map(({ nom, avant, apres }) => `${nom} : ${avant} → ${apres}`),
      ],
    },
    {
      title: COMPARED.pieces,
      lines: [
        ...pieces.ajoutees.map((title) => `Ajoutée : ${title}`),
        ...pieces.retirees.map((title) => `Retirée : ${title}`),
        ...pieces.remplacees.map((title) => `Remplacée : ${title}`),
      ],
    },
    { title: COMPARED.donnees, lines: donnees.map((title) => `${title} : ${CHANGED}`) },
    {
      title: COMPARED.points,
      lines: points.map(({ key, avant, apres }) => {
        const name = POINT_KEYS.filter((one) => one === key).map(pointName);
        return `${name.join('') || key} : ${stateOf(avant)} → ${stateOf(apres)}`;
      }),
    },
    {
      title: COMPARED.chronologie,
      lines: [
        ...chronologie.apparues.map((text) => `Apparue : ${text}`),
        ...chronologie.disparues.map((text) => `Disparue : ${text}`),
      ],
    },
  ];
}
