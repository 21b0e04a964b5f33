import * as contract from '#shared/studies/study.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { StudyService } from './study.service.ts';

export function studyRoutes(mount: Mount, studies: StudyService): void {
  mount(contract.listStudies, ({ params }) => studies.list(params.id));
  mount(contract.createStudy, async ({ params, body, by, etag }) => {
    const one = await studies.create(params.id, body, by);
    etag(one.revision);
    return one;
  });
  mount(contract.getStudy, async ({ params, etag }) => {
    const one = await studies.get(params.id, params.studyId);
    etag(one.revision);
    return one;
  });
  mount(contract.updateStudy, async ({ params, body, by, ifMatch, etag }) => {
    const one = await studies.save(params.id, params.studyId, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.removeStudy, ({ params, by, ifMatch }) => studies.remove(params.id, params.studyId, { ifMatch, by }));
}
