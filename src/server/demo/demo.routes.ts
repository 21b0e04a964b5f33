import * as contract from '#shared/demo/demo.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DemoService } from './demo.service.ts';

export function demoRoutes(mount: Mount, demo: DemoService): void {
  mount(contract.getDemo, async () => ({ state: await demo.state() }));
  mount(contract.loadDemo, async ({ by }) => {
    await demo.load(by);
    return { state: await demo.state() };
  });
  mount(contract.removeDemo, async ({ by }) => {
    await demo.remove(by);
    return { state: await demo.state() };
  });
}
