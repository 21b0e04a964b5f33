import * as documents from '#shared/imports/document.contract.ts';
import * as contract from '#shared/imports/import.contract.ts';
import { askerOf } from '../batches/batch.service.ts';
import type { Mount } from '../http/mount.ts';
import type { ImportService } from './import.service.ts';

export function importRoutes(mount: Mount, imports: ImportService): void {
  mount(contract.createSheetImport, async ({ file, by, etag }) => {
    const answer = await imports.create(file, by);
    etag(1);
    return answer;
  });
  mount(documents.createDocumentsImport, ({ files, by }) => imports.createDocuments(files, by));
  mount(documents.getImportedDocument, ({ params, ...call }) => imports.shownDocument(params, askerOf(call)));
  mount(documents.applyImportedDocument, ({ params, body, ifMatch, ...call }) =>
    imports.applyDocument(params, body, { ifMatch, ...askerOf(call) }),
  );
  mount(contract.listImports, async ({ query, total, ...call }) => {
    const found = await imports.list(askerOf(call), query);
    total(found.total);
    return found.rows;
  });
  mount(contract.getImport, async ({ params, etag, ...call }) => {
    const { answer, revision } = await imports.get(params.id, askerOf(call));
    etag(revision);
    return answer;
  });
  mount(contract.mapImport, async ({ params, body, ifMatch, etag, ...call }) => {
    const { answer, revision } = await imports.map(params.id, body, { ifMatch, ...askerOf(call) });
    etag(revision);
    return answer;
  });
  mount(contract.planImport, async ({ params, query, total, ...call }) => {
    const found = await imports.plan(params.id, query, askerOf(call));
    total(found.total);
    return found.answer;
  });
  mount(contract.applyImport, ({ params, body, ...call }) => imports.apply(params.id, body, askerOf(call)));
  mount(contract.restOfImport, ({ params, ...call }) => imports.rest(params.id, askerOf(call)));
  mount(contract.removeImport, ({ params, ...call }) => imports.remove(params.id, askerOf(call)));
}
