import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { listAttachments } from '#shared/attachments/attachment.contract.ts';
import { ANCHOR_KINDS, type AnchorKind } from '#shared/comments/comment.contract.ts';
import { ASSESSMENT_FIELDS } from '#shared/control/assessment.fields.ts';
import { POINT_TITLES, POINTS_OF, pointName } from '#shared/control/point.titles.ts';
import { counted } from '#shared/fields/counted.ts';
import { getFormula } from '#shared/formulas/formula.contract.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { queryOf } from '../api/query.ts';
import { useProduct } from '../products/useProduct.ts';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { CommentForm } from './CommentForm.tsx';
import { CommentThreads } from './CommentThreads.tsx';
import { useComments } from './useComments.ts';

/** All that people say of a product, and where a new comment is written. */
export function CommentsCard() {
  const { id } = useProduct();
  const { comments, add, acts, mayShow } = useComments(id);
  const [search] = useSearchParams();
  const [kind, setKind] = useState<AnchorKind>((search.get('place') as AnchorKind | null) ?? 'product');
  const [key, setKey] = useState(search.get('cle') ?? '');
  const [showsAll, setShowsAll] = useState(false);
  const places = usePlaces(kind);
  if (comments.error && !comments.data)
    return (
      <LoadError
        message="Les commentaires n’ont pas pu être lus."
        detail={comments.error.message}
        onRetry={() => void comments.refetch()}
      />
    );
  if (!comments.data) return <Loading label="Lecture des commentaires…" />;
  const all = comments.data.data;
  const settled = new Set(all.filter(({ resolved_at }) => resolved_at !== null).map(({ id: one }) => one));
  const isOpen = ({ id: one, parent_id }: (typeof all)[number]): boolean => !settled.has(parent_id ?? one);
  const shown = showsAll ? all : all.filter(isOpen);
  const hidden = [...settled].length;
  const opened = all.filter((one) => one.parent_id === null && isOpen(one)).length;
  return (
    <SourcedCard
      title={opened === 0 ? 'Commentaires' : counted(opened, 'commentaire')}
      source="Entre vous : rien n’en est imprimé, cherché, ni scellé. Les invités ne lisent que ceux que vous leur montrez."
    >
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '220px 1fr' } }}>
        <TextField
          select
          size="small"
          label="À propos de"
          value={kind}
          onChange={(event) => {
            setKind(event.target.value as AnchorKind);
            setKey('');
          }}
        >
          {Object.entries(ANCHOR_KINDS).map(([name, label]) => (
            <MenuItem key={name} value={name}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {kind !== 'product' && (
          <TextField
            select
            size="small"
            label="Lequel, laquelle"
            value={places.some((one) => one.key === key) ? key : ''}
            disabled={places.length === 0}
            helperText={places.length === 0 ? 'Ce produit n’en a pas encore.' : undefined}
            onChange={(event) => setKey(event.target.value)}
          >
            {places.map((one) => (
              <MenuItem key={one.key} value={one.key}>
                {one.label}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      <CommentForm
        label="Commentaire"
        place={`comment ${id}`}
        submit="Commenter"
        busy={acts.busy}
        names={acts.names ?? []}
        mayShow={mayShow}
        onSend={(body, forGuests) => add({ kind, key: kind === 'product' ? '' : key }, body, forGuests)}
      />
      {all.length === 0 ? (
        <Empty
          title="Aucun commentaire"
          text="Une question, une remarque ? Elle reste ici, à sa place, jusqu’à sa réponse."
        />
      ) : (
        <CommentThreads comments={shown} acts={acts} />
      )}
      {hidden > 0 && (
        <Box>
          <Button size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll
              ? 'Cacher les commentaires réglés'
              : `Montrer ${counted(hidden, 'commentaire réglé', 'commentaires réglés')}`}
          </Button>
        </Box>
      )}
    </SourcedCard>
  );
}

/** The places of one kind that this product has. */
function usePlaces(kind: AnchorKind): { key: string; label: string }[] {
  const { id, type_produit } = useProduct();
  const formula = useQuery({ ...queryOf(getFormula, { params: { id } }), enabled: kind === 'line' });
  const files = useQuery({
    ...queryOf(listAttachments, { params: { productId: id } }),
    enabled: kind === 'document',
  });
  switch (kind) {
    case 'product':
      return [];
    case 'field':
      return [
        ...FIELDS.map(({ name, label }) => ({ key: name, label })),
        ...(type_produit === 'cosmetique' ? ASSESSMENT_FIELDS.map(({ name, label }) => ({ key: name, label })) : []),
      ];
    case 'point':
      return POINTS_OF[type_produit].map((key) => ({ key, label: `${pointName(key)} ${POINT_TITLES[key]}` }));
    case 'line': {
      const found = formula.data?.data;
      if (!found) return [];
      const shelf = {
        substances: new Map(found.substances.map((one) => [one.id, one])),
        materials: new Map(found.materials.map((one) => [one.id, one])),
      };
      return found.lines.map((line) => ({ key: line.id, label: nameOfLine(line, shelf) || 'Ligne sans nom' }));
    }
    case 'document':
      return (files.data?.data ?? []).map(({ id: key, alias, file_name }) => ({ key, label: alias ?? file_name }));
  }
}
