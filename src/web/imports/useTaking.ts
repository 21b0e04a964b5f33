import { useMemo, useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { type FieldValue, isFilled } from '#shared/fields/field.ts';
import { applyImportedDocument, type ImportedDocument, type Proposal } from '#shared/imports/document.contract.ts';
import { foldText } from '#shared/imports/document.outline.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import type { Product } from '#shared/products/product.contract.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import { call } from '../api/client.ts';
import type { Reply } from '../api/reply.ts';
import { useAction } from '../api/useAction.ts';

/** As a document is read: blanks of any width are one. */
const folded = (value: FieldValue): FieldValue => (typeof value === 'string' ? foldText(value) : value);

interface Taking {
  importId: string;
  found: ImportedDocument;
  productId: string | null;
  product: Reply<Product> | null;
  onTaken: (productId: string) => void;
}

/** What a person takes from an old file: what is ticked, which of several values, and the call that writes it. */
export function useTaking({ importId, found, productId, product, onTaken }: Taking) {
  const { proposals } = found;
  const { act, busy } = useAction();
  const current = (field: string): FieldValue => product?.data[field as FieldName] ?? null;
  const isKept = ({ field, value }: Proposal): boolean =>
    isFilled(current(field)) && isSameValue(folded(current(field)), folded(value));
  /** Its formula is a table: the list of ingredients is written from it. */
  const isInLines = (field: string): boolean => field === 'ingredients' && product?.data.formula_mode === 'table';
  const isFree = ({ field }: Proposal): boolean => !isFilled(current(field)) && !isInLines(field);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(proposals.filter((one) => one.confidence === 'sure' && isFree(one)).map(({ field }) => field)),
  );
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [attach, setAttach] = useState(!found.attached);
  /** Of one choice: a call that is sent again writes nothing twice. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another call
  const key = useMemo(() => crypto.randomUUID(), [ticked, chosen, attach, product?.etag]);
  const pickedOf = ({ field, value, others }: Proposal): FieldValue => {
    const at = chosen[field] ?? 0;
    return at === 0 ? value : (others[at - 1]?.value ?? null);
  };
  const tick = (fields: readonly string[], on: boolean): void =>
    setTicked((before) => {
      const next = new Set(before);
      for (const field of fields) {
        if (on) next.add(field);
        else next.delete(field);
      }
      return next;
    });
  const taken = proposals.filter((one) => ticked.has(one.field) && !isKept(one) && !isInLines(one.field));
  const likely = proposals.filter((one) => one.confidence === 'likely' && isFree(one) && !ticked.has(one.field));
  const apply = async (): Promise<void> => {
    if (productId === null) return;
    const headers: Record<string, string> = { 'Idempotency-Key': key };
    if (product?.etag) headers['If-Match'] = product.etag;
    const done = await act(
      () =>
        call(applyImportedDocument, {
          params: { id: importId, doc: found.id },
          body: {
            product_id: productId,
            accept: taken.map((one) => ({ field: one.field as FieldName, value: pickedOf(one) })),
            attach,
          },
          headers,
        }),
      {
        done: ({ product_id }) => ({
          message: `${counted(taken.length, 'valeur reprise', 'valeurs reprises')}.`,
          action: { label: 'Ouvrir le produit', href: `/products/${product_id}` },
        }),
        refresh: ['imports', 'products'],
      },
    );
    if (!done) return;
    setTicked(new Set());
    setAttach(false);
    onTaken(done.product_id);
  };
  return {
    current,
    isKept,
    isInLines,
    ticked,
    tick,
    chosen,
    choose: (field: string, at: number): void => {
      setChosen({ ...chosen, [field]: at });
      tick([field], true);
    },
    attach,
    setAttach,
    taken,
    likely,
    busy,
    apply,
  };
}
