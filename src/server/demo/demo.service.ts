import type { Demo } from '#shared/demo/demo.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { CommentService } from '../comments/comment.service.ts';
import type { ControlService } from '../control/control.service.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { conflict, Refusal } from '../errors.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { LotService } from '../lots/lot.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RequestService } from '../requests/request.service.ts';
import type { ReviewService } from '../reviews/review.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { StudyService } from '../studies/study.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { findShippedDip } from '../templates/shipped.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import type { TrashService } from '../trash/trash.service.ts';
import { createDemoLibrary } from './demo.library.ts';
import { createDemoProducts, signedAs } from './demo.products.ts';
import * as store from './demo.store.ts';
import { storyOf } from './story.ts';

/** What the example made: to be told apart from a person's own work. */
interface Made {
  products: string[];
  templates: string[];
  generations: string[];
  materials?: string[];
  substances?: string[];
  requests?: string[];
}

const SETTING = 'demo';

export interface DemoDependencies {
  db: Db;
  products: ProductService;
  substances: SubstanceService;
  materials: MaterialService;
  formulas: FormulaService;
  control: Pick<
    ControlService,
    'saveConformity' | 'saveAssessment' | 'saveClaims' | 'sign' | 'saveDetergent' | 'makeUfi'
  >;
  exposures: Pick<ExposureService, 'save'>;
  attachments: AttachmentService;
  lots: Pick<LotService, 'create'>;
  studies: Pick<StudyService, 'create'>;
  comments: Pick<CommentService, 'create'>;
  reviews: Pick<ReviewService, 'ask'>;
  requests: Pick<RequestService, 'create' | 'removeExample'>;
  documents: Pick<DocumentService, 'note'>;
  templates: TemplateService;
  generations: GenerationService;
  trash: Pick<TrashService, 'purgeExample'>;
  files: Pick<FileService, 'listNobodys' | 'removeForGood'>;
  audit: AuditService;
  clock: () => Date;
}

export function createDemo(deps: DemoDependencies) {
  const { db, products, templates, generations, requests, trash, files, audit } = deps;
  const { loadLibrary } = createDemoLibrary(deps);
  const made = async (): Promise<Made | null> => {
    const text = await findSetting(db, SETTING);
    return text ? (JSON.parse(text) as Made) : null;
  };
  const state = async (): Promise<Demo['state']> => {
    if (await made()) return 'loaded';
    const [{ total }, { total: documents }] = await Promise.all([products.count(), generations.count()]);
    return total === 0 && documents === 0 ? 'offered' : 'none';
  };

  return {
    state,

    /**
     * Seven products, a second template, two documents of which one is sealed.
     * @throws 409 unless nothing has been made here yet
     */
    async load(by: Actor): Promise<void> {
      if ((await state()) !== 'offered')
        throw conflict(
          'L’exemple ne se charge que dans une installation vide : la vôtre contient déjà des produits, à la corbeille peut-être.',
        );
      const ids: Made = { products: [], templates: [], generations: [] };
      // Written as it goes: what a failure leaves behind can be removed too.
      const keep = async (kind: keyof Made, id: string): Promise<void> => {
        ids[kind] = [...(ids[kind] ?? []), id];
        await writeSetting(db, SETTING, JSON.stringify(ids));
        if (kind !== 'generations' && kind !== 'requests') await store.mark(db, kind, id);
      };
      const offered = (await templates.list({ sort: 'created_at' }, by)).rows;
      const shipped = await findShippedDip(db);
      const template = offered.find(({ id }) => id === shipped) ?? offered[0];
      if (template)
        await keep('templates', (await templates.duplicate(template.id, 'DIP complet, copie à adapter', by)).id);
      const story = storyOf(deps.clock());
      const library = await loadLibrary(story, by, keep);
      const signed = signedAs(by);
      const { material_id: perfume } = library('Parfum');
      if (signed && perfume) {
        const { items, ...request } = story.request;
        const of = { type: 'material' as const, id: perfume };
        await keep(
          'requests',
          (await requests.create({ ...request, items: items.map((one) => ({ ...one, for: of })) }, { signed, by })).id,
        );
      }
      const fill = createDemoProducts(deps, library);
      for (const one of story.products) {
        const { status, values, formulaFile, inTable } = one;
        const product = await products.create({ ...values, status: 'DRAFT' }, by);
        await keep('products', product.id);
        await fill(product.id, one, by);
        if (status === 'DRAFT') continue;
        const { ingredients, ...others } = values;
        const kept = inTable ? others : { ...others, ingredients };
        await products.update(product.id, { ...kept, status }, { ifMatch: null, by });
        if (!template) continue;
        const { id } = await generations.create({ template_id: template.id, product_id: product.id, by });
        await keep('generations', id);
        // The complete one goes all the way; the other waits to be finalised.
        if (formulaFile) await sealIfPossible(id, by);
      }
      await store.markFiles(db);
    },

    /** Records of the example that a person's own work employs. */
    used: (): Promise<string[]> => store.listUsed(db),

    /**
     * Leaves nothing of the example: not a row, not a file, not a sealed document. A record that a person's own work employs
     * is that person's from now on (`used`).
     */
    async remove(by: Actor): Promise<void> {
      const { requests: drafts = [], products: madeIds = [] } = (await made()) ?? {};
      const began = deps.clock().toISOString();
      const gone = await inTransaction(
        db,
        async (trx) => {
          const before = new Set(await files.listNobodys(trx));
          await store.keepUsed(trx);
          await requests.removeExample(trx, drafts);
          const count = await trash.purgeExample(trx, madeIds);
          await writeSetting(trx, SETTING, '');
          await audit.record(trx, {
            action: 'demo.remove',
            by,
            object: { type: 'demo', id: null, label: `Exemple (${counted(count, 'élément')})` },
          });
          // What somebody gives meanwhile is nobody's only until it is told what it is.
          return (await files.listNobodys(trx, began)).filter((id) => !before.has(id));
        },
        'trash',
      );
      await files.removeForGood(gone);
    },
  };

  /** Without a converter the example's document stays a draft. */
  async function sealIfPossible(id: string, by: Actor): Promise<void> {
    try {
      await generations.validate(id, { by, check: false });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

export type DemoService = ReturnType<typeof createDemo>;
