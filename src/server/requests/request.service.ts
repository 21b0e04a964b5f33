import type { ListQuery } from '#shared/contract/list.query.ts';
import type { OwnerType } from '#shared/intake/intake.contract.ts';
import type { RequestState } from '#shared/requests/request.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Db, Executor } from '../db/open.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { GuestService } from '../guests/guest.service.ts';
import type { IntakeService } from '../intake/intake.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createAnswering } from './request.answering.ts';
import { createBase } from './request.presenting.ts';
import { createSending } from './request.sending.ts';
import * as store from './request.store.ts';
import { createWriting } from './request.writing.ts';

export interface RequestDependencies {
  db: Db;
  products: Pick<ProductService, 'get' | 'labelsOf'>;
  materials: Pick<MaterialService, 'listByIds' | 'get'>;
  formulas: Pick<FormulaService, 'get'>;
  guests: Pick<GuestService, 'insert' | 'renew' | 'isStanding' | 'ofRequest' | 'urlOf' | 'checkAddress' | 'keep'>;
  intake: Pick<IntakeService, 'receive' | 'fileOne' | 'leave'>;
  users: Pick<UserService, 'people'>;
  notices: Pick<NoticeService, 'tellOne'>;
  mail: Pick<MailService, 'isSet' | 'queue'>;
  jobs: Pick<Jobs, 'handle' | 'wake'>;
  audit: AuditService;
  clock: () => Date;
}

/** What suppliers are asked for: each item is a document, of a raw material or of a product. */
export function createRequests(deps: RequestDependencies) {
  const { db, formulas } = deps;
  const base = createBase(deps);
  const { present, presentOne } = base;

  /** A product, and the raw materials that it is made of. */
  const ownersOf = async (productId: string): Promise<string[]> => {
    const { lines } = await formulas.get(productId);
    return [productId, ...new Set(lines.flatMap(({ material_id }) => material_id ?? []))];
  };

  return {
    ...createAnswering({ ...deps, ...base }),
    ...createWriting(deps, base),
    ...createSending(deps, base),
    get: presentOne,

    async list({
      product_id,
      ...query
    }: Omit<ListQuery, 'sort'> & { state?: RequestState | undefined; product_id?: string | undefined }) {
      const owners = product_id === undefined ? null : await ownersOf(product_id);
      const { rows, total } = await store.list(db, { ...query, owners });
      return { rows: await present(rows), total };
    },
  };
}

/** Documents that are still waited for, as the control and the calendar say them. */
export interface AwaitedRequest {
  id: string;
  supplier: string;
  due_on: string;
  labels: string[];
}

/** @param owners a product, and the raw materials it is made of */
export async function awaitedOf(db: Executor, owners: readonly string[]): Promise<AwaitedRequest[]> {
  const rows = await store.listAwaited(db, owners);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, all]) => ({
    id,
    supplier: all[0]?.supplier ?? '',
    due_on: all[0]?.due_on ?? '',
    labels: all.map(({ label }) => label),
  }));
}

/** The products and raw materials that a request is about. */
export const ownersOfRequest = async (db: Executor, id: string): Promise<{ type: OwnerType; id: string }[]> =>
  (await store.itemsOf(db, [id])).map(({ owner_type, owner_id }) => ({ type: owner_type as OwnerType, id: owner_id }));

export type RequestService = ReturnType<typeof createRequests>;
