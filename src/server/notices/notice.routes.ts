import * as contract from '#shared/notices/notice.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { NoticeService } from './notice.service.ts';

export function noticeRoutes(mount: Mount, notices: NoticeService): void {
  mount(contract.listNotices, ({ signed }) => notices.list(signed.account.id));
  mount(contract.readNotices, ({ body, signed }) => notices.read(signed.account.id, body.ids));
}
