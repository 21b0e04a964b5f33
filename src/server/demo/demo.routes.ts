import * as contract from '#shared/demo/demo.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DemoService } from './demo.service.ts';

export function demoRoutes(mount: Mount, demo: DemoService): void {
  const answer = async () => ({ state: await demo.state(), used: await demo.used() });
  mount(contract.getDemo, answer);
  mount(contract.loadDemo, async ({ by }) => {
    await demo.load(by);
    return answer();
  });
  mount(contract.removeDemo, async ({ by }) => {
    await demo.remove(by);
    return answer();
  });
}
