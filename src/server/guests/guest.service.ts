import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Tries } from '../auth/tries.service.ts';
import type { CommentService } from '../comments/comment.service.ts';
import type { Config } from '../config.ts';
import type { ControlService } from '../control/control.service.ts';
import type { Db } from '../db/open.ts';
import type { DossierService } from '../dossiers/dossier.service.ts';
import type { EffectService } from '../effects/effect.service.ts';
import type { IntakeService } from '../intake/intake.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { UserService } from '../users/user.service.ts';
import { createDoor } from './guest.door.ts';
import { checkAct, createGuestGiving } from './guest.giving.ts';
import { createGuestKeys, type GuestKeys } from './guest.keys.ts';
import { createLinksOfGuests } from './guest.links.ts';
import { createMaking, handleSweep } from './guest.making.ts';
import { createGuestReading } from './guest.reading.ts';
import { createSettling } from './guest.settling.ts';
import { createSigning } from './guest.signing.ts';

export interface GuestDependencies {
  db: Db;
  config: Pick<Config, 'publicUrl' | 'secretKey'>;
  keys: GuestKeys;
  products: Pick<ProductService, 'get' | 'owner'>;
  attachments: Pick<AttachmentService, 'listOf' | 'fileIdsOf' | 'attachStored'>;
  control: Pick<ControlService, 'claims' | 'assessment' | 'sign'>;
  effects: Pick<EffectService, 'summary'>;
  dossiers: Pick<DossierService, 'lookAt' | 'working'>;
  comments: Pick<CommentService, 'list' | 'create'>;
  intake: Pick<IntakeService, 'receive'>;
  files: FileService;
  users: Pick<UserService, 'people' | 'find'>;
  notices: Pick<NoticeService, 'tellOne'>;
  mail: Pick<MailService, 'isSet' | 'queue'>;
  jobs: Pick<Jobs, 'handle' | 'wake'>;
  tries: Tries;
  audit: AuditService;
  stampNow: ControlService['stampNow'];
  clock: () => Date;
}

/** Links for people outside, each to one product or one request: what they read, what they give, and how the door is kept. */
export function createGuests(given: Omit<GuestDependencies, 'keys'>) {
  const { config, clock, comments } = given;
  const deps: GuestDependencies = { ...given, keys: createGuestKeys({ secretKey: config.secretKey, clock }) };
  const making = createMaking(deps);
  const links = createLinksOfGuests(deps, making);
  const door = createDoor(deps);
  const reading = createGuestReading(deps);
  const giving = createGuestGiving(deps);
  handleSweep(deps);

  return {
    ...making,
    ...links,
    ...door,
    ...reading,
    ...giving,
    ...createSigning(deps, giving),
    ...createSettling(deps),
    comments: (link: Parameters<typeof reading.productOf>[0]) =>
      comments.list(reading.productOf(link), { guest: link }),
    async comment(
      link: Parameters<typeof reading.productOf>[0],
      body: Pick<Parameters<CommentService['create']>[1], 'anchor' | 'body' | 'parent_id'>,
      by: Parameters<CommentService['create']>[2]['by'],
    ) {
      checkAct(link, 'comment');
      const productId = reading.productOf(link);
      const one = await comments.create(
        productId,
        { ...body, mentions: [], for_guests: true },
        { writer: { guest: link }, by },
      );
      await giving.tellComment(link, productId);
      return one;
    },
  };
}

export type GuestService = ReturnType<typeof createGuests>;
