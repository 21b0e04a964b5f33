import * as contract from '#shared/effects/effect.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { EffectService } from './effect.service.ts';

export function effectRoutes(mount: Mount, effects: EffectService): void {
  mount(contract.summariseEffects, ({ params, query }) => effects.summary(params.id, query));
  mount(contract.listEffects, ({ params }) => effects.list(params.id));
  mount(contract.createEffect, async ({ params, body, by, etag }) => {
    const one = await effects.create(params.id, body, by);
    etag(one.revision);
    return one;
  });
  mount(contract.getEffect, async ({ params, etag }) => {
    const one = await effects.get(params.id, params.effectId);
    etag(one.revision);
    return one;
  });
  mount(contract.updateEffect, async ({ params, body, by, ifMatch, etag }) => {
    const one = await effects.save(params.id, params.effectId, body, { ifMatch, by });
    etag(one.revision);
    return one;
  });
  mount(contract.removeEffect, ({ params, by, ifMatch }) =>
    effects.remove(params.id, params.effectId, { ifMatch, by }),
  );
  mount(contract.listEffectRevisions, ({ params }) => effects.revisions(params.id, params.effectId));
  mount(contract.eraseEffect, ({ params, body, by }) => effects.erase(params.id, params.effectId, body.champs, by));
}
