import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { isFilled } from '#shared/fields/field.ts';
import { getProduct, type Product, suggestValues } from '#shared/products/product.contract.ts';
import {
  FORMULA_KEY,
  isStoodForByFile,
  type ProductField,
  type RepeatedFieldName,
  STEP_LIST,
} from '#shared/products/product.fields.ts';
import { isAskedOf } from '#shared/products/product.progress.ts';
import { isRequired, type ProductStatus } from '#shared/products/product.status.ts';
import { getReview, type Reviews } from '#shared/reviews/review.contract.ts';
import { sayReview } from '#shared/reviews/review.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { StepFiles } from '../attachments/Attachments.tsx';
import { useMay } from '../auth/account.tsx';
import { type Suggest, SuggestContext } from '../fields/SuggestInput.tsx';
import { FindingLines, isToBeSeen, useFindings } from '../findings/Findings.tsx';
import { ProductContradictions, ProductProposals } from '../findings/ProductProposals.tsx';
import { type Editor, RecordEditor } from '../records/RecordEditor.tsx';
import type { RecordField } from '../records/record.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError } from '../ui/Page.tsx';
import { generationOf } from './generation.link.ts';
import { KindChoice } from './KindChoice.tsx';
import { ProductCrumbs } from './ProductCrumbs.tsx';
import { useSaveProduct } from './product.queries.ts';
import { PRODUCT_WORDS, productKind, reviewOf } from './product.record.ts';
import { StepFields } from './StepFields.tsx';

interface Props {
  product: Product | null;
  initialStep: number;
  /** The field one came for. */
  initialField: string | null;
  /** The product now exists, under this id. */
  onCreated: (id: string) => void;
}

/** What other products say in the same field. */
const suggest: Suggest = (field, search) =>
  call(suggestValues, { query: { field: field as RepeatedFieldName, search } });

/** The eleven-step form of a product. */
export function ProductForm({ product, initialStep, initialField, onCreated }: Props) {
  const mayWrite = useMay('write');
  const [kind, setKind] = useState<ProductKind>(product?.type_produit ?? 'cosmetique');
  const { create, update } = useSaveProduct(kind);
  const navigate = useNavigate();
  const id = product?.id ?? null;
  const hasFormula = product?.has_formula_attachment ?? false;
  // Where there are both, the typed list is the formula, as on the product's page and in its documents.
  const [byFile, setByFile] = useState(hasFormula && !isFilled(product?.ingredients));
  const required = useCallback(
    (field: RecordField) => isRequired(field as ProductField, { validated: true, hasFormula }),
    [hasFormula],
  );
  const standsIn = useCallback(
    (field: RecordField) => hasFormula && isStoodForByFile(field as ProductField),
    [hasFormula],
  );

  const ofKind = product?.type_produit ?? kind;
  const asked = useMemo(() => isAskedOf(ofKind), [ofKind]);

  const onSaved = (saved: Product, status: ProductStatus, editor: Editor): void => {
    if (status === 'VALIDATED') editor.goTo(0);
    if (id !== null) return;
    // What was typed during the save belongs to that product, not to the next one.
    if (status === 'VALIDATED' && editor.isSaved()) editor.startAnew();
    else editor.goOn(saved.id);
  };

  return (
    <SuggestContext value={suggest}>
      <ProductProposals productId={id} record="product">
        <RecordEditor<Product, ProductStatus>
          kind={productKind}
          held={product}
          mayWrite={mayWrite}
          steps={STEP_LIST}
          initialStep={initialStep}
          initialField={initialField}
          words={PRODUCT_WORDS}
          finishAs="VALIDATED"
          isRequired={required}
          standsIn={standsIn}
          isAsked={asked}
          reviewOf={(values) => reviewOf(values, hasFormula, ofKind)}
          tab={product?.nom_commercial ?? product?.nom_produit ?? undefined}
          subtitle={<ProductCrumbs productId={id} />}
          notes={
            <>
              <ProductContradictions productId={id} record="product" />
              {product === null && <KindChoice kind={kind} onKind={setKind} />}
              {product?.status === 'VALIDATED' && mayWrite && <ValidatedNote />}
            </>
          }
          addressOf={(created) => `/products/${created}/edit`}
          create={create}
          update={update}
          choice={product === null ? { value: kind, choose: (name) => setKind(name as ProductKind) } : undefined}
          read={(one) => call(getProduct, { params: { id: one } })}
          onCreated={onCreated}
          waysOn={(saved, as) =>
            as === 'VALIDATED'
              ? [
                  { label: 'Voir la fiche', run: () => navigate(`/products/${saved.id}`) },
                  {
                    label: kind === 'cosmetique' ? 'Générer le DIP' : 'Générer le document',
                    run: () => navigate(generationOf(saved.id)),
                  },
                ]
              : []
          }
          onSaved={onSaved}
        >
          {(step, ensureProduct) => {
            const { key = '' } = STEP_LIST[step] ?? {};
            return (
              <>
                <StepFields
                  step={step}
                  kind={ofKind}
                  productId={id}
                  disabled={!mayWrite}
                  byFile={byFile}
                  hasFormula={hasFormula}
                  inTable={product?.formula_mode === 'table'}
                  onByFile={setByFile}
                  ensureProduct={ensureProduct}
                />
                {id && step === STEP_LIST.length - 1 && <BeforeTheEnd productId={id} />}
                {(key !== FORMULA_KEY || byFile || hasFormula) && (
                  <StepFiles productId={id} ensureProduct={ensureProduct} fieldKey={key} disabled={!mayWrite} />
                )}
              </>
            );
          }}
        </RecordEditor>
      </ProductProposals>
    </SuggestContext>
  );
}

/** What a careful colleague would say, before « Terminer ». */
function BeforeTheEnd({ productId }: { productId: string }) {
  const { data, error, isPending, fetchStatus, refetch } = useFindings(productId);
  const reviews = useQuery(queryOf(getReview, { params: { id: productId } }));
  const found = (data?.data ?? []).filter(isToBeSeen);
  if (error && !data)
    return (
      <LoadError
        message="Les remarques sur le dossier n’ont pas pu être lues."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (isPending)
    return (
      <Typography role="status" color="textSecondary" sx={{ mt: 3 }}>
        {fetchStatus === 'paused'
          ? 'Les remarques sur le dossier se liront quand la connexion reviendra.'
          : 'Lecture des remarques sur le dossier…'}
      </Typography>
    );
  const review = reviews.data?.data;
  // Of a product that nobody was asked to read again, nothing is said.
  const isUnread = review?.current && (review.current.state !== 'done' || review.changed.length > 0);
  if (found.length === 0) return isUnread ? <Unread review={review} /> : null;
  return (
    <Box component="section" aria-labelledby="before-title" sx={{ mt: 3, display: 'grid', gap: 1 }}>
      {isUnread && <Unread review={review} />}
      <Typography variant="h3" id="before-title">
        Remarques sur le dossier
      </Typography>
      <FirstRows rows={found}>
        {(shown) => <FindingLines productId={productId} findings={shown} mayAnswer={false} />}
      </FirstRows>
    </Box>
  );
}

/** A review that was asked for never stands in the way: that it was not waited for is said. */
const Unread = ({ review: { current, changed } }: { review: Reviews }) =>
  current && (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {`${sayReview(current, changed)}. Vous pouvez terminer quand même : le journal dira que le produit a été validé sans relecture.`}
    </Alert>
  );

function ValidatedNote() {
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      Ce produit est validé. « Sauvegarder » le remet en brouillon ; « Terminer », à la dernière étape, le valide de
      nouveau. Les documents déjà validés ne changent pas.
    </Alert>
  );
}
