import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import { listAttachments } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { getLabel, type Label } from '#shared/control/control.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { queryOf } from '../api/query.ts';
import { useProduct } from '../products/useProduct.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { useCopy } from '../ui/useCopy.ts';
import { Artwork } from './LabelArtwork.tsx';

const CARD = { p: { xs: 2, sm: 2.5 }, minWidth: 0 };

/** The text for the printer, each line with where it comes from; what an artwork lacks of it; the sheet for CPNP. */
export function LabelPart() {
  const { id } = useProduct();
  const { data, error, isPending, refetch } = useQuery({ ...queryOf(getLabel, { params: { id } }), staleTime: 0 });
  const files = useQuery(queryOf(listAttachments, { params: { productId: id } }));
  if (isPending) return <Loading label="Lecture de l’étiquette…" />;
  if (error && !data)
    return (
      <LoadError
        message="Le texte de l’étiquette n’a pas pu être lu."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const { parts, remarks, cpnp } = data.data;
  const artworks = (files.data?.data ?? []).filter((file) => standsAt(file, 'etiquette') || file.kind === 'étiquette');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PrintedText parts={parts} remarks={remarks} productId={id} />
      <Card component="section" aria-labelledby="artwork-title" sx={CARD}>
        <Typography variant="h2" id="artwork-title" sx={{ mb: 1 }}>
          Maquettes jointes
        </Typography>
        {artworks.length === 0 ? (
          <Typography color="textSecondary">
            {'Aucune étiquette n’est jointe. Joignez la maquette en PDF dans '}
            <MuiLink component={Link} to={`/products/${id}${PART_PATHS.conformity}`} state={{ field: 'etiquette' }}>
              « Étiquette et fabrication »
            </MuiLink>
            {' : son texte est comparé à celui-ci.'}
          </Typography>
        ) : (
          artworks.map((file) => <Artwork key={file.id} productId={id} file={file} />)
        )}
      </Card>
      <Cpnp rows={cpnp} />
    </Box>
  );
}

/** Remarks that are read at once. */
const REMARKS_SHOWN = 5;

function PrintedText({ parts, remarks, productId }: Pick<Label, 'parts' | 'remarks'> & { productId: string }) {
  const copy = useCopy();
  const said = parts.filter(({ text }) => text !== null);
  const lacking = parts.filter(({ text }) => text === null);
  return (
    <Card component="section" aria-labelledby="label-title" sx={CARD}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1.5 }}>
        <Typography variant="h2" id="label-title" sx={{ flexGrow: 1 }}>
          Texte pour l’imprimeur
        </Typography>
        <Button
          variant="contained"
          startIcon={<Copy size={17} />}
          onClick={() => copy(said.map(({ text }) => text).join('\n'), 'Le texte de l’étiquette est copié.')}
        >
          Copier le texte
        </Button>
      </Box>
      {remarks.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {remarks.slice(0, REMARKS_SHOWN).map((remark) => (
            <div key={remark}>{remark}</div>
          ))}
          {remarks.length > REMARKS_SHOWN &&
            `Et ${counted(remarks.length - REMARKS_SHOWN, 'autre nom', 'autres noms')} : voyez la liste INCI.`}
        </Alert>
      )}
      {lacking.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {'Manquent encore : '}
          {lacking.map(({ key, title, link }, index) => (
            <span key={key}>
              {index > 0 && ', '}
              <MuiLink component={Link} to={`/products/${productId}${link}`}>
                {title.toLowerCase()}
              </MuiLink>
            </span>
          ))}
          .
        </Alert>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.25 }}>
        {said.map(({ key, title, text, from, link, article }) => (
          <Box key={key} sx={{ display: 'grid', gap: { xs: 0, md: 2 }, gridTemplateColumns: { md: '190px 1fr' } }}>
            <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.9rem' }}>
              {title}
            </Typography>
            <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere', maxWidth: '80ch' }}>{text}</Typography>
              <Typography color="textSecondary" sx={{ fontSize: '0.82rem' }}>
                <MuiLink component={Link} to={`/products/${productId}${link}`} color="inherit">
                  {from}
                </MuiLink>
                {article === 'usage' ? '' : ` ; article ${article}`}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

/** What a notification asks, to be copied. */
function Cpnp({ rows }: { rows: Label['cpnp'] }) {
  const copy = useCopy();
  return (
    <Card component="section" aria-labelledby="cpnp-title" sx={CARD}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1.5 }}>
        <Typography variant="h2" id="cpnp-title" sx={{ flexGrow: 1 }}>
          Fiche à recopier dans le CPNP
        </Typography>
        <Button
          variant="outlined"
          startIcon={<Copy size={17} />}
          onClick={() =>
            copy(rows.map(([name, value]) => `${name}\t${value}`).join('\n'), 'La fiche du CPNP est copiée.')
          }
        >
          Copier la fiche
        </Button>
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
        {rows.map(([name, value]) => (
          <Box key={name} sx={{ display: 'grid', gap: { xs: 0, md: 2 }, gridTemplateColumns: { md: '250px 1fr' } }}>
            <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.9rem' }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value || 'À préciser'}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
