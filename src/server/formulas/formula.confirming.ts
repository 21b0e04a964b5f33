import type { Formula } from '#shared/formulas/formula.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { conflict } from '../errors.ts';
import type { Composing } from './formula.composing.ts';
import type { FormulasDependencies } from './formula.service.ts';
import type { Confirmation } from './formula.shelf.ts';
import * as store from './formula.store.ts';

interface ConfirmingDeps extends FormulasDependencies, Pick<Composing, 'confirmationsOf' | 'present'> {
  lockOf: (id: string) => string;
}

/** What a person confirms of a list of ingredients. */
export function createConfirming({ db, products, audit, clock, confirmationsOf, present, lockOf }: ConfirmingDeps) {
  return {
    confirm: (
      id: string,
      { kind, about, confirmed }: { kind: Confirmation['kind']; about: string | null; confirmed: boolean },
      by: Actor,
    ): Promise<Formula> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(id, trx);
          const row = await store.find(trx, id);
          if (!row) throw conflict('Ce produit n’a pas de formule en tableau : il n’y a rien à confirmer.');
          const others = confirmationsOf(row).filter((one) => one.kind !== kind || one.about !== about);
          const confirmations = JSON.stringify(
            confirmed ? [...others, { kind, about, by: by.email, at: clock().toISOString() }] : others,
          );
          await store.setConfirmations(trx, id, confirmations);
          await audit.record(trx, {
            action: 'formula.confirm',
            by,
            object: { type: 'formula', id, label: productLabel(product) },
          });
          return present(product, { ...row, confirmations }, trx);
        },
        lockOf(id),
      ),
  };
}
