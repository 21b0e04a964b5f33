import * as contract from '#shared/control/control.contract.ts';
import * as detergent from '#shared/detergents/detergent.contract.ts';
import { stateEffects } from '#shared/effects/effect.contract.ts';
import {
  answerFinding,
  answerFindings,
  type Finding,
  listFindings,
  unanswerFinding,
} from '#shared/findings/finding.contract.ts';
import { getConformity, updateConformity } from '#shared/regulation/regulation.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { ControlService } from './control.service.ts';

export function controlRoutes(mount: Mount, control: ControlService): void {
  mount(getConformity, async ({ params, etag }) => {
    const one = await control.conformity(params.id);
    etag(one.revision);
    return one;
  });
  mount(updateConformity, async ({ params, body, by, ifMatch, etag }) => {
    const one = await control.saveConformity(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(stateEffects, async ({ params, body, by, ifMatch, etag }) => {
    const one = await control.stateEffects(params.id, body.at, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.getAssessment, async ({ params, etag }) => {
    const one = await control.assessment(params.id);
    etag(one.revision);
    return one;
  });
  mount(contract.updateAssessment, async ({ params, body, by, ifMatch, etag }) => {
    const one = await control.saveAssessment(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.signAssessment, async ({ params, body, by, ifMatch, etag }) => {
    const one = await control.sign(params.id, body.signed_on, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(detergent.getDetergent, async ({ params, etag }) => {
    const one = await control.detergent(params.id);
    etag(one.revision);
    return one;
  });
  mount(detergent.updateDetergent, async ({ params, body, by, ifMatch, etag }) => {
    const one = await control.saveDetergent(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(detergent.makeDetergentUfi, async ({ params, body, by, ifMatch, etag }) => {
    const one = await control.makeUfi(params.id, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(detergent.getContentLabel, ({ params, query }) => control.contentLabel(params.id, query));
  mount(detergent.getComponentSheet, ({ params }) => control.componentSheet(params.id));
  mount(detergent.getClp, ({ params }) => control.clp(params.id));
  mount(contract.listClaims, async ({ params, etag }) => {
    const { claims, revision } = await control.claims(params.id);
    etag(revision);
    return claims;
  });
  mount(contract.updateClaims, async ({ params, body, by, ifMatch, etag }) => {
    const { claims, revision } = await control.saveClaims(params.id, body, { ifMatch, by });
    etag(revision);
    return claims;
  });
  mount(contract.suggestControlValues, ({ query }) => control.suggest(query.field, query.search ?? ''));
  mount(listFindings, ({ params }) => control.findings(params.id));
  mount(
    answerFinding,
    async ({ params, body, by }) => (await control.answer(params.id, [{ key: params.key, ...body }], by))[0] as Finding,
  );
  mount(answerFindings, ({ params, body, by }) => control.answer(params.id, body.answers, by));
  mount(unanswerFinding, ({ params, by }) => control.unanswer(params.id, params.key, by));
  mount(contract.getLabel, ({ params }) => control.label(params.id));
  mount(contract.checkLabel, ({ params }) => control.checkLabel(params.id, params.attachmentId));
  mount(contract.getImpact, ({ params, query }) => control.impact(params.id, query.since));
  mount(contract.seeImpact, ({ params: { id, ...place }, body, by }) =>
    control.seeImpact(id, { ...place, ...body }, by),
  );
  mount(contract.getTwins, ({ params }) => control.twins(params.id));
  mount(contract.getControl, ({ params }) => control.control(params.id));
  mount(contract.listControlRevisions, ({ params }) => control.revisions(params.id));
  mount(contract.setNotApplicable, ({ params, body, by }) =>
    control.setNotApplicable(params.id, params.key, body.not_applicable_reason, by),
  );
}
