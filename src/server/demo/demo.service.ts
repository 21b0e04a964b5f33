import type { Deps } from '../deps.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, STORY } from './story.ts';

const NOBODY = { id: null, email: null, ip: null };

/**
 * Loads the example story: three accounts, six products, a second template, two documents of which one is sealed.
 * @returns false when it is there already
 */
export async function loadStory(deps: Deps): Promise<boolean> {
  const { users, products, attachments, templates, generations } = deps;
  if (await users.findByEmail(DEMO_ACCOUNTS[0].email)) return false;
  for (const account of DEMO_ACCOUNTS) await users.create({ ...account, password: DEMO_PASSWORD, by: NOBODY });
  const editor = await users.findByEmail(DEMO_ACCOUNTS[1].email);
  const by = { id: editor?.id ?? null, email: DEMO_ACCOUNTS[1].email, ip: null };

  const [template] = (await templates.list({ sort: 'created_at' })).rows;
  if (template) await templates.duplicate(template.id, 'DIP court (à adapter)', by);
  for (const { status, values, formulaFile } of STORY) {
    const product = await products.create({ ...values, status: 'DRAFT' }, by);
    if (formulaFile)
      await attachments.create({
        product_id: product.id,
        field_key: 'formula',
        file: { fileName: formulaFile.name, mimeType: 'text/csv', bytes: Buffer.from(formulaFile.text) },
        by,
      });
    if (status === 'DRAFT') continue;
    await products.update(product.id, { ...values, status }, { ifMatch: null, by });
    if (!template) continue;
    const made = await generations.create({ template_id: template.id, product_id: product.id, by });
    // The complete one goes all the way; the other waits to be finalised.
    if (formulaFile) await generations.validate(made.id, by);
  }
  return true;
}
