import * as contract from '#shared/batches/batch.contract.ts';
import type { Mount } from '../http/mount.ts';
import { askerOf } from './batch.asker.ts';
import type { BatchService } from './batch.service.ts';

export function batchRoutes(mount: Mount, batches: BatchService): void {
  mount(contract.planBatch, ({ body, ...call }) => batches.plan(body, askerOf(call)));
  mount(contract.startBatch, async ({ body: { plan, ...demand }, ...call }) => ({
    id: await batches.start(demand, { plan, ...askerOf(call) }),
  }));
  mount(contract.listBatches, async ({ query, total }) => {
    const found = await batches.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.getBatch, ({ params }) => batches.get(params.id));
  mount(contract.listBatchItems, async ({ params, query, total }) => {
    const found = await batches.items(params.id, query);
    total(found.total);
    return found.rows;
  });
  mount(contract.batchReport, ({ params }) => batches.report(params.id));
  mount(contract.batchArchive, ({ params }) => batches.archive(params.id));
  mount(contract.pauseBatch, ({ params, ...call }) => batches.pause(params.id, askerOf(call)));
  mount(contract.resumeBatch, ({ params, ...call }) => batches.resume(params.id, askerOf(call)));
  mount(contract.cancelBatch, ({ params, ...call }) => batches.cancel(params.id, askerOf(call)));
  mount(contract.retryBatch, ({ params, ...call }) => batches.retry(params.id, askerOf(call)));
  mount(contract.undoBatch, async ({ params, body, ...call }) => ({
    id: await batches.start({ kind: 'undo', batch_id: params.id }, { plan: body.plan ?? null, ...askerOf(call) }),
  }));
}
