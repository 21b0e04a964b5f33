import * as contract from '#shared/intake/intake.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { ImportService } from '../imports/import.service.ts';
import type { IntakeService } from './intake.service.ts';

export function intakeRoutes(mount: Mount, intake: IntakeService, imports: Pick<ImportService, 'createStored'>): void {
  mount(contract.createIntake, ({ files, by }) => intake.create(files, by));
  mount(contract.listIntake, async ({ query, total }) => {
    const found = await intake.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.readIntake, ({ params }) => intake.read(params.id));
  mount(contract.importIntake, ({ params, by }) =>
    imports.createStored((executor) => intake.waiting(params.id, executor), by),
  );
  mount(contract.fileManyIntake, ({ body, by }) => intake.fileMany(body.ids, by));
  mount(contract.fileIntake, ({ params, body, by }) => intake.fileOne(params.id, body, by));
  mount(contract.leaveIntake, ({ params, by }) => intake.leave(params.id, by));
  mount(contract.returnIntake, ({ params, by }) => intake.returned(params.id, by));
}
