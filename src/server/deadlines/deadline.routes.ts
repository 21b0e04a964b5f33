import * as contract from '#shared/deadlines/deadline.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DeadlineService } from './deadline.service.ts';

export function deadlineRoutes(mount: Mount, deadlines: DeadlineService): void {
  mount(contract.listDeadlines, async ({ query, total }) => {
    const found = await deadlines.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.getCalendar, ({ signed }) => deadlines.calendar(signed));
  mount(contract.createCalendar, ({ signed, by }) => deadlines.makeCalendar(signed, by));
  mount(contract.removeCalendar, ({ signed, by }) => deadlines.removeCalendar(signed, by));
  mount(contract.readCalendar, ({ params }) => deadlines.read(params.token));
}
