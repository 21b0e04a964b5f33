import * as contract from '#shared/materials/material.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { Saved } from '../substances/substance.service.ts';
import type { MaterialService } from './material.service.ts';

export function materialRoutes(mount: Mount, materials: MaterialService, formulas: { recordChanged: Saved }): void {
  mount(contract.listMaterials, async ({ query, total }) => {
    const found = await materials.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.getMaterial, async ({ params, etag }) => {
    const one = await materials.get(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.createMaterial, async ({ body, by, etag }) => {
    const one = await materials.create(body, by);
    etag(one.revision);
    return one;
  });
  mount(contract.updateMaterial, async ({ params, body, by, ifMatch, etag }) => {
    const one = await materials.update(params.id, body, { ifMatch, by, saved: formulas.recordChanged });
    etag(one.revision);
    return one;
  });
  mount(contract.removeMaterial, ({ params, by }) => materials.remove(params.id, by));
  mount(contract.listMaterialRevisions, ({ params }) => materials.revisions(params.id));
}
