import { listFollowRevisions } from '#shared/follow/follow.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { FollowHistory } from './follow.history.service.ts';

export function followRoutes(mount: Mount, follow: FollowHistory): void {
  mount(listFollowRevisions, ({ params }) => follow.revisions(params.id));
}
