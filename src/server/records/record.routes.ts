import { anyRecords } from '#shared/records/any.records.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { Mount } from '../http/mount.ts';
import type { RecordExchange } from './record.import.ts';
import type { Records, Saved } from './record.kind.ts';

type Answer = { id: string; revision: number };

export interface RecordRoom {
  type: 'substance' | 'material';
  records: Records<object, Answer> & { exchange: RecordExchange };
  /** Told of what stands on a record that changed. */
  saved: Saved;
  attachments: AttachmentService;
}

/** The routes of a library of the firm: each of its endpoints has the shape of all libraries. */
export function recordRoutes(
  mount: Mount,
  declared: Record<keyof RecordEndpoints, unknown>,
  { type, records, saved, attachments }: RecordRoom,
): void {
  const endpoints = anyRecords(declared);
  const tagged = async <A extends Answer>(
    { etag }: { etag(revision: number): void },
    made: Promise<A>,
  ): Promise<never> => {
    const one = await made;
    etag(one.revision);
    return one as never;
  };
  mount(endpoints.list, async ({ query, total }) => {
    const found = await records.list(query);
    total(found.total);
    return found.rows as never[];
  });
  mount(endpoints.duplicates, () => records.duplicates());
  mount(endpoints.export, ({ query }) => records.exchange.export(query.format ?? 'xlsx'));
  mount(endpoints.import, ({ file, body, query, by }) =>
    records.exchange.import(file, {
      chosen: body.columns,
      apply: query.apply === 'true',
      plan: query.plan,
      by,
      saved,
    }),
  );
  mount(endpoints.get, (call) => tagged(call, records.get(call.params.id)));
  mount(endpoints.create, (call) => tagged(call, records.create(call.body, call.by)));
  mount(endpoints.update, (call) =>
    tagged(call, records.update(call.params.id, call.body, { ifMatch: call.ifMatch, by: call.by, saved })),
  );
  mount(endpoints.remove, ({ params, by, ifMatch }) => records.remove(params.id, { ifMatch, by }));
  mount(endpoints.revisions, ({ params }) => records.revisions(params.id));
  mount(endpoints.products, ({ params }) => records.products(params.id));
  mount(endpoints.merge, (call) => tagged(call, records.merge(call.params.id, call.body, { by: call.by, saved })));
  mount(endpoints.unmerge, (call) => tagged(call, records.unmerge(call.params.id, { by: call.by, saved })));
  mount(endpoints.documents, ({ params }) => attachments.listOf({ type, id: params.id }));
  mount(endpoints.attach, ({ params, body: { field_key, ...told }, file, by }) =>
    attachments.create({ owner: { type, id: params.id }, field_key, told, file, by }),
  );
}
