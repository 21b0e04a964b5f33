import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOBODY } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { TemplateService } from './template.service.ts';

/** The templates that come with Diplo, each with the setting that remembers which one it became. */
const SHIPPED = {
  // First: what comes last is at the top of the list.
  detergent: {
    setting: 'default_template_detergent',
    file: 'modele-detergent.docx',
    name: 'Dossier détergent',
    description:
      'Dossier d’un produit de nettoyage : contenu, fiche des composants, classification, étiquette, UFI (règlements (CE) n° 648/2004 et 1272/2008). À adapter à votre charte.',
  },
  pif: {
    setting: 'default_template_english',
    file: 'modele-dip-en.docx',
    name: 'Product information file',
    langue: 'en',
    description:
      'Le DIP complet en anglais, pour un importateur ou une autorité d’un autre pays. En France, l’autorité demande le dossier en français (article 11, paragraphe 4) : gardez aussi l’édition française.',
  },
  part_a: {
    setting: 'default_template_part_a',
    file: 'modele-partie-a.docx',
    name: 'Rapport sur la sécurité, partie A',
    description:
      'Les informations sur la sécurité (annexe I, partie A) et ce qui manque encore, pour un évaluateur qui rédige la partie B chez lui.',
  },
  dip: {
    setting: 'default_template',
    file: 'modele-dip.docx',
    name: 'DIP complet',
    description:
      'Dossier d’information produit complet, selon l’article 11 et l’annexe I du règlement (CE) n° 1223/2009. À adapter à votre charte.',
  },
} as const;

/**
 * Installs what comes with Diplo, each template once: deleting it is a choice that lasts.
 * @param folder where the .docx are
 */
export async function installTemplates(
  { db, templates }: { db: Db; templates: Pick<TemplateService, 'create'> },
  folder: string,
): Promise<void> {
  for (const shipped of Object.values(SHIPPED)) {
    const { setting, file, name, description } = shipped;
    if ((await findSetting(db, setting)) !== null) continue;
    const content = await readFile(join(folder, file));
    const template = await templates.create({
      name,
      version: '1',
      description,
      ...('langue' in shipped ? { langue: shipped.langue } : {}),
      file: { fileName: `${name}.docx`, mimeType: '', content },
      by: NOBODY,
    });
    await writeSetting(db, setting, template.id);
  }
}

/** Where they are: beside the program. */
const ASSETS = fileURLToPath(new URL('../../../assets/', import.meta.url));

/**
 * Installs them in the background, tried again until it is done: a machine too busy to check a document in time at its first
 * start listens all the same.
 */
export function shippedTemplates({
  db,
  jobs,
  templates,
}: {
  db: Db;
  jobs: Jobs;
  templates: Pick<TemplateService, 'create' | 'queueThumbnails'>;
}): { queue(): Promise<void> } {
  jobs.handle(INSTALL, {
    async perform() {
      await installTemplates({ db, templates }, ASSETS);
      await templates.queueThumbnails();
    },
  });
  return {
    async queue() {
      for (const { setting } of Object.values(SHIPPED))
        if ((await findSetting(db, setting)) === null)
          return inTransaction(db, (trx) => jobs.addOnce(trx, { kind: INSTALL, key: INSTALL }), 'jobs');
    },
  };
}
const INSTALL = 'template.install';

/** Which template the complete DIP became; it may be gone. */
export const findShippedDip = (db: Db): Promise<string | null> => findSetting(db, SHIPPED.dip.setting);
