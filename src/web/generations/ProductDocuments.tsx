import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { printInstant } from '#shared/fields/date.ts';
import { type Generation, listGenerations } from '#shared/generations/generation.contract.ts';
import { isSealed } from '#shared/generations/generation.state.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { generationOf } from '../products/generation.link.ts';
import { useProduct } from '../products/useProduct.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { StatusChip } from './GenerationParts.tsx';

/** The documents made of the product whose page this is: state, date, template, and what can be done with each. */
export function ProductDocuments() {
  const { id } = useProduct();
  const mayWrite = useMay('write');
  const { data, error, isPending, refetch } = useQuery(queryOf(listGenerations, { query: { product_id: id } }));
  const documents = data?.data ?? [];
  return (
    <Card component="section" aria-labelledby="documents-title" sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Typography variant="h2" id="documents-title">
        Documents
      </Typography>
      {isPending ? (
        <Loading label="Chargement des documents…" />
      ) : error ? (
        <LoadError
          message="Les documents n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : documents.length === 0 ? (
        <Box sx={{ mt: 1 }}>
          <Typography color="textSecondary" sx={{ mb: 1.5 }}>
            Aucun document n’a encore été généré de cette fiche.
          </Typography>
          {mayWrite && (
            <Button component={RouterLink} to={generationOf(id)} variant="outlined" size="small">
              Générer le premier
            </Button>
          )}
        </Box>
      ) : (
        <FirstRows rows={documents}>
          {(shown) => (
            <List dense disablePadding>
              {shown.map((one) => (
                <DocumentLine key={one.id} generation={one} mayWrite={mayWrite} />
              ))}
            </List>
          )}
        </FirstRows>
      )}
    </Card>
  );
}

function DocumentLine({ generation, mayWrite }: { generation: Generation; mayWrite: boolean }) {
  const nameOf = usePersonName();
  const { id, template, validated_at, initiated_at, initiated_by } = generation;
  const when = validated_at ? `Validé le ${printInstant(validated_at)}` : `Généré le ${printInstant(initiated_at)}`;
  return (
    <ListItem divider disableGutters sx={{ gap: 1.5, flexWrap: 'wrap' }}>
      <ListItemText
        primary={
          <Link component={RouterLink} to={`/dips/${id}`}>
            {template.name} v{template.version}
          </Link>
        }
        secondary={`${when}, par ${nameOf(initiated_by)}`}
        sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}
      />
      <StatusChip generation={generation} />
      {!isSealed(generation) && mayWrite && (
        <Button component={RouterLink} to={`/generation?generation=${id}`} size="small">
          Finaliser
        </Button>
      )}
    </ListItem>
  );
}
