import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isCleaningPoint } from '#shared/control/point.titles.ts';
import { counted } from '#shared/fields/counted.ts';
import { isList } from '#shared/templates/placeholders.ts';
import type { TemplateTags } from '#shared/templates/template.contract.ts';
import { Fold } from '../ui/Fold.tsx';

interface Named {
  name: string;
  label: string;
}

/** Information by its name, with the tag that would print it. The label of a list tells its columns too: not here. */
function Names({ names }: { names: readonly Named[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {names.map(({ name, label }) => (
        <li key={name}>
          {isList(name) ? label.replace(/ \([^()]*\)$/, '') : label}{' '}
          <Typography
            component="code"
            color="textSecondary"
            sx={{ fontFamily: 'monospace', fontSize: '0.82rem', overflowWrap: 'anywhere' }}
          >{`{{${name}}}`}</Typography>
        </li>
      ))}
    </Box>
  );
}

/** What of the form, of the conformity, of the assessment, no tag prints. */
export function Unprinted({ unprinted }: { unprinted: TemplateTags['unprinted'] }) {
  if (unprinted.length === 0) return null;
  const groups = Map.groupBy(unprinted, ({ group }) => group);
  return (
    <Fold title={`${counted(unprinted.length, 'information')} que ce modèle n’imprime pas`}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        {Array.from(groups, ([group, names]) => (
          <Box key={group} component="section" aria-label={group}>
            <Typography variant="h3" sx={{ fontSize: '1rem' }}>
              {group}
            </Typography>
            <Names names={names} />
          </Box>
        ))}
      </Box>
    </Fold>
  );
}

const saidOf = ({ printed, of }: TemplateTags['points'][number]): string =>
  printed === 0 ? 'absent' : `${printed} sur ${of}`;

function titleOf(all: number, whole: number, what: string): string {
  if (whole === all) return `Les ${all} points ${what} sont imprimés`;
  if (whole === 0) return `Aucun des ${all} points ${what} n’est imprimé en entier`;
  return `${whole} des ${all} points ${what} ${whole === 1 ? 'imprimé' : 'imprimés'} en entier`;
}

/** What of the points of its kind of product the document shows, point by point. */
export function PrintedPoints({ points }: { points: TemplateTags['points'] }) {
  const lacking = points.filter(({ missing }) => missing.length > 0);
  const whole = points.length - lacking.length;
  const isCleaning = points.some(({ key }) => isCleaningPoint(key));
  return (
    <Fold title={titleOf(points.length, whole, isCleaning ? 'd’un produit de nettoyage' : 'de l’article 11')}>
      <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: '80ch' }}>
        Ce qu’un modèle n’imprime pas peut être joint en annexe du dossier.
        {isCleaning ? '' : ' Une partie A seule n’imprime pas les points B.'}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lacking.map((point) => (
          <Box component="li" key={point.key} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600 }}>
              {point.name} {point.title}
              <Typography component="span" color="textSecondary">
                {' '}
                · {saidOf(point)}
              </Typography>
            </Typography>
            <Names names={point.missing} />
          </Box>
        ))}
      </Box>
      {whole > 0 && lacking.length > 0 && (
        <Typography color="textSecondary" sx={{ mt: 1.5 }}>
          En entier : {points.flatMap(({ missing, name }) => (missing.length === 0 ? name : [])).join(', ')}.
        </Typography>
      )}
    </Fold>
  );
}
