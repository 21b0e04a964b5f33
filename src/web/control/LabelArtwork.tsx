import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Eye, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { checkLabel } from '#shared/control/control.contract.ts';
import type { LabelCheck } from '#shared/control/label.check.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

const STATES: Record<'found' | 'missing' | 'by_eye', { icon: LucideIcon; color: string; said: string }> = {
  found: { icon: CircleCheck, color: 'success.main', said: 'y est' },
  missing: { icon: CircleX, color: 'error.main', said: 'manque' },
  by_eye: { icon: Eye, color: 'text.secondary', said: 'à vérifier à l’œil' },
};

/** What one artwork lacks of the text. */
export function Artwork({ productId, file }: { productId: string; file: Attachment }) {
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(checkLabel, { params: { id: productId, attachmentId: file.id } }),
    staleTime: 0,
  });
  return (
    <Box component="section" aria-label={file.alias ?? file.file_name} sx={{ mt: 1.5 }}>
      <Typography variant="h3">{file.alias ?? file.file_name}</Typography>
      {isPending ? (
        <Loading label="Lecture de la maquette…" />
      ) : error && !data ? (
        <LoadError message="La maquette n’a pas pu être lue." detail={error.message} onRetry={() => void refetch()} />
      ) : (
        <Found check={data.data} productId={productId} />
      )}
    </Box>
  );
}

function Found({ check, productId }: { check: LabelCheck; productId: string }) {
  const { unreadable, parts, ingredients } = check;
  if (unreadable)
    return (
      <Alert severity="info" sx={{ mt: 1 }}>
        {`${unreadable} `}
        <MuiLink
          component={Link}
          to={`/products/${productId}${PART_PATHS.conformity}`}
          state={{ field: 'etiquette_relecture' }}
          color="inherit"
        >
          Dire qui l’a relue
        </MuiLink>
      </Alert>
    );
  const rows = ingredients
    ? ([
        ['Manquent dans la liste', ingredients.missing],
        ['En trop dans la liste', ingredients.extra],
        ['À une autre place', ingredients.moved],
      ] as const)
    : [];
  const isListRight = rows.every(([, names]) => names.length === 0);
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'grid', gap: 0.75 }}>
      {parts.map(({ key, title, state, missing }) => (
        <Line key={key} state={state} title={title}>
          {missing.map((one) => `« ${one} »`).join(', ')}
        </Line>
      ))}
      {ingredients && (
        <Line state={isListRight ? 'found' : 'missing'} title="Liste des ingrédients">
          {rows
            .filter(([, names]) => names.length > 0)
            .map(([said, names]) => `${said} : ${names.join(', ')}.`)
            .join(' ')}
        </Line>
      )}
    </Box>
  );
}

function Line({ state, title, children }: { state: keyof typeof STATES; title: string; children: string }) {
  const { icon: Icon, color, said } = STATES[state];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ color, display: 'flex', pt: 0.3 }}>
        <Icon size={17} aria-hidden />
      </Box>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {`${title} : ${said}. `}
        {children}
      </Typography>
    </Box>
  );
}
