import * as contract from '#shared/substances/substance.contract.ts';
import type { Mount } from '../http/mount.ts';
import { type RecordRoom, recordRoutes } from '../records/record.routes.ts';

type Above = Pick<RecordRoom, 'saved' | 'attachments'> & {
  suggest(words: string): Promise<contract.Suggestion[]>;
};

export function substanceRoutes(mount: Mount, records: RecordRoom['records'], { suggest, ...above }: Above): void {
  mount(contract.suggestSubstances, ({ query }) => suggest(query.q ?? ''));
  recordRoutes(mount, contract.substanceEndpoints, { type: 'substance', records, ...above });
}
