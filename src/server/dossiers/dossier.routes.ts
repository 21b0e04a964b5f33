import * as contract from '#shared/dossiers/dossier.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DossierService } from './dossier.service.ts';

export function dossierRoutes(mount: Mount, dossiers: DossierService): void {
  mount(contract.createDossier, ({ params, by }) => dossiers.create(params.id, by));
  mount(contract.listDossiers, ({ params }) => dossiers.list(params.id));
  mount(contract.listAllDossiers, async ({ query, total }) => {
    const found = await dossiers.listAll(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.sendDossier, ({ params }) => dossiers.send(params.id));
  mount(contract.getDossierWork, ({ params }) => dossiers.work(params.id));
  mount(contract.getDossier, ({ params }) => dossiers.get(params.id));
  mount(contract.diffDossiers, ({ params, query }) => dossiers.diff(params.id, query.against));
  mount(contract.readDossierPdf, ({ params, by }) => dossiers.read(params.id, 'pdf', by));
  mount(contract.readDossierZip, ({ params, by }) => dossiers.read(params.id, 'zip', by));
  mount(contract.verifyHash, ({ params, origin }) => dossiers.verify(params.sha256, origin.ip));
}
