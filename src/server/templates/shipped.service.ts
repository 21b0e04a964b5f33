import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NOBODY } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import type { Jobs } from '../jobs/job.service.ts';
import { ROOT } from '../program.ts';
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

/** SHA-256 of the files that came with earlier releases, by the name of the file: `npm run template` keeps them. */
const EARLIER = 'modeles-anciens.json';
/** Which files were installed, or looked at, last. */
const INSTALLED = 'shipped_templates';

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** One hash for all that comes with this release. */
async function releaseOf(folder: string): Promise<string> {
  const files = await Promise.all(Object.values(SHIPPED).map(({ file }) => readFile(join(folder, file))));
  return sha256Of(Buffer.concat(files));
}

/**
 * Installs what comes with Diplo, each template once: deleting it is a choice that lasts. One whose file is still that of an
 * earlier release has today's: what a person changed, imported in its place or put back, stays. The file before stays in its list.
 * @param folder where the .docx are
 */
export async function installTemplates(
  { db, templates }: { db: Db; templates: Pick<TemplateService, 'create' | 'update' | 'presentFile'> },
  folder: string,
): Promise<void> {
  const earlier = JSON.parse(await readFile(join(folder, EARLIER), 'utf8')) as Record<string, string[]>;
  for (const shipped of Object.values(SHIPPED)) {
    const { setting, file, name, description } = shipped;
    const content = await readFile(join(folder, file));
    const known = await findSetting(db, setting);
    const input = { file: { fileName: `${name}.docx`, mimeType: '', content }, by: NOBODY };
    if (known !== null) {
      const present = await templates.presentFile(known);
      if (present && present.imported_by === null && earlier[file]?.includes(present.sha256))
        await templates.update(known, input, present.file_id);
      continue;
    }
    await templates.create({
      name,
      version: '1',
      description,
      ...('langue' in shipped ? { langue: shipped.langue } : {}),
      ...input,
      setting,
    });
  }
  await writeSetting(db, INSTALLED, await releaseOf(folder));
}

/** Where they are: beside the program. */
const ASSETS = join(ROOT, 'assets');

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
  templates: Pick<TemplateService, 'create' | 'update' | 'presentFile' | 'queueThumbnails'>;
}): { queue(): Promise<void> } {
  jobs.handle(INSTALL, {
    async perform() {
      await installTemplates({ db, templates }, ASSETS);
      await templates.queueThumbnails();
    },
  });
  return {
    async queue() {
      if ((await findSetting(db, INSTALLED)) !== (await releaseOf(ASSETS)))
        await inTransaction(db, (trx) => jobs.addOnce(trx, { kind: INSTALL, key: INSTALL }), 'jobs');
    },
  };
}
const INSTALL = 'template.install';

/** Which template the complete DIP became; it may be gone. */
export const findShippedDip = (db: Db): Promise<string | null> => findSetting(db, SHIPPED.dip.setting);
