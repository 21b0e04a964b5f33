/** What is done all day: a document that is looked at before it is sealed, a product's home, lists one comes back to. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { openPage, PATIENCE_MS, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let token = '';
const WHOLE = Object.fromEntries(FIELDS.map(({ name, example }) => [name, example]));

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  token = (await page.evaluate(() => localStorage.getItem('diplo_token'))) ?? '';
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function api<T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return (answer.status === 204 ? null : await answer.json()) as T;
}
const fileOf = (name: string, bytes: Buffer, fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
};
const product = (values: object) => api('POST', '/products/', values);
const dialog = (): Locator => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

const TEMPLATE = docxOf({ body: p('{{nom_commercial}}, {{ref_formule}}') });
const template = () => api('POST', '/templates/', fileOf('fiche.docx', TEMPLATE, { name: 'Fiche simple' }));

describe('nothing wrong is sealed', () => {
  let made: { template: string; product: string };
  beforeAll(async () => {
    made = {
      template: (await template()).id,
      product: (
        await product({ ...WHOLE, nom_commercial: 'Baume du Large', ref_formule: 'BL-77', ref_produit: 'P-77' })
      ).id,
    };
    await product({ nom_commercial: 'Lait du Soir', ref_formule: 'LS-12' });
  });
  const generate = () =>
    api<{ id: string; file_name: string }>('POST', '/generations/', {
      template_id: made.template,
      product_id: made.product,
    });
  const statusOf = async (id: string) => (await api<{ status: string }>('GET', `/generations/${id}`)).status;
  const handIn = async (id: string, bytes: Buffer): Promise<void> => {
    await page.goto(`/generation?generation=${id}`);
    await page
      .getByLabel('Document finalisé (.docx)')
      .setInputFiles({ name: 'lait.docx', mimeType: '', buffer: bytes });
    await button('Valider').click();
    await page.getByRole('dialog', { name: 'Sceller ce document ?' }).waitFor();
  };
  const untouched = async (id: string): Promise<Buffer> => {
    const answer = await fetch(`${server.url}/api/v1/generations/${id}/docx`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const tracked = docxOf({
    body: `${p('Baume du Large')}<w:p><w:ins w:id="1" w:author="Léa"><w:r><w:t>ajout</w:t></w:r></w:ins></w:p>`,
  });

  test.each<[string, (id: string) => Buffer | Promise<Buffer>, RegExp]>([
    ['a raw template', () => TEMPLATE, /2 balises du modèle sont restées/],
    ['the untouched draft', untouched, /octet pour octet/],
    [
      'the document of another product',
      () => docxOf({ body: p('Lait du Soir, LS-12') }),
      /autre produit.*Lait du Soir/,
    ],
    ['tracked changes', () => tracked, /1 modification suivie/],
  ])('%s is asked about, with the product it would be sealed for', async (_, bytes, said) => {
    const { id } = await generate();
    await handIn(id, await bytes(id));
    await dialog().getByText('BL-77, P-77', { exact: true }).waitFor();
    await dialog().getByText(said).first().waitFor();
    await dialog().getByRole('button', { name: 'Valider quand même' }).waitFor();
    await dialog().getByRole('button', { name: 'Annuler' }).click();
    expect(await statusOf(id)).toBe('draft');
  });

  test('what is right takes one click more, and keeps the name of its own document', async () => {
    const { id, file_name } = await generate();
    await handIn(id, docxOf({ body: p('Baume du Large, BL-77, complété') }));
    await dialog().getByText('Rien d’anormal n’a été vu').waitFor();
    await dialog().getByRole('button', { name: 'Valider' }).click();
    await page.getByText('Document scellé').waitFor({ timeout: 100_000 });
    expect(await api('GET', `/generations/${id}`)).toMatchObject({
      status: 'success',
      file_name,
      final_file_name: 'lait.docx',
    });
  });

  test('the history and the reader ask the same before they seal what is stored', async () => {
    const { id } = await generate();
    await page.goto('/generation');
    const history = page.getByRole('region', { name: 'Historique des générations' });
    await history
      .getByRole('button', { name: /^Valider/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Sceller ce document ?' }).waitFor();
    await dialog().getByRole('button', { name: 'Annuler' }).click();
    await page.goto(`/dips/${id}`);
    await button('Valider tel quel').click();
    await dialog().getByText('BL-77, P-77', { exact: true }).waitFor();
    await dialog()
      .getByRole('button', { name: /^Valider/ })
      .click();
    await expect.poll(() => statusOf(id), { timeout: 100_000 }).toBe('success');
  });
});

describe('finishing a product', () => {
  test('what is empty and what is out of order is said before « Terminer » validates', async () => {
    const required = FIELDS.filter(({ message }) => message).map(({ name, example }) => [name, example]);
    const { id } = await product({
      ...Object.fromEntries(required),
      date_mise_marche: '2026-03-01',
      date_validation: '2026-04-15',
    });
    await page.goto(`/products/${id}/edit`);
    await page.getByRole('tab', { name: /11\. Divers/ }).click();
    await page.getByText(/La validation \(15\/04\/2026\) est postérieure/).waitFor();
    await button('Terminer').click();
    await dialog()
      .getByText(/étapes sont vides.*Analyses Microbiologiques/)
      .waitFor();
    await dialog()
      .getByText(/Validé par.*est vide/)
      .waitFor();
    await dialog()
      .getByText(/est postérieure à la mise sur le marché/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Revenir à la fiche' }).click();
    expect(await api('GET', `/products/${id}`)).toMatchObject({ status: 'DRAFT' });
    await button('Terminer').click();
    await dialog().getByRole('button', { name: 'Valider quand même' }).click();
    await page.getByText('Le DIP a été créé avec succès !').waitFor();
    await button('Voir la fiche').click();
    await page.waitForURL(`**/products/${id}`);
    await page
      .getByText(/est postérieure à la mise sur le marché/)
      .first()
      .waitFor();
    // Once what follows from it was computed, the list and the dashboard say it too.
    await expect
      .poll(async () => JSON.stringify(await api('GET', '/products?finding=VALIDATION_APRES_MARCHE')))
      .toContain(id);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Voir les remarques' }).first().waitFor();
  });

  test('at most 15 clicks besides typing, from « Nouveau DIP » to the sealed PDF', async () => {
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      await target.click();
      clicks += 1;
    };
    await page.goto('/dashboard');
    await click(page.getByRole('link', { name: 'Nouveau DIP' }));
    const type = async (names: readonly string[]): Promise<void> => {
      for (const name of names) {
        if (name === 'date_mise_marche') {
          await page.getByRole('spinbutton', { name: 'Jour' }).first().focus();
          await page.keyboard.type('15032026');
        } else await page.locator(`#field-${name}`).fill(String(WHOLE[name]));
      }
    };
    const requiredOf = (step: number) =>
      FIELDS.filter((field) => field.step === step && (field.message || field.name === 'date_mise_marche')).map(
        ({ name }) => name,
      );
    for (const [step, tab] of [
      [0, null],
      [1, /2\. Formule/],
      [5, /6\. Utilisation/],
      [10, /11\. Divers/],
    ] as const) {
      if (tab) await click(page.getByRole('tab', { name: tab }));
      await type(requiredOf(step));
    }
    await click(button('Terminer'));
    await click(dialog().getByRole('button', { name: 'Valider quand même' }));
    await click(button('Générer le DIP'));
    await click(page.getByRole('radio', { name: /Fiche simple/ }));
    await click(button('Générer'));
    await page.getByText('BROUILLON').first().waitFor();
    await page.getByLabel('Document finalisé (.docx)').setInputFiles({
      name: 'final.docx',
      mimeType: '',
      buffer: docxOf({ body: p(String(WHOLE.nom_commercial)) }),
    });
    // Choosing the file is a click too.
    clicks += 1;
    await click(button('Valider'));
    await click(dialog().getByRole('button', { name: /^Valider/ }));
    await page.getByText('Document scellé').waitFor({ timeout: 100_000 });
    expect(clicks).toBeLessThanOrEqual(15);
  });
});

describe('the home of a product', () => {
  let id = '';
  beforeAll(async () => {
    ({ id } = await product({ ...WHOLE, nom_commercial: 'Sérum de Nuit', status: 'VALIDATED' }));
  });

  test('a file that comes after the validation shows there, and in the history', async () => {
    await api(
      'POST',
      '/attachments/',
      fileOf('formule-v2.pdf', Buffer.from('%PDF-1.7'), { product_id: id, field_key: 'formula' }),
    );
    await page.goto(`/products/${id}`);
    const files = page.getByRole('region', { name: 'Fichiers joints' });
    await files.getByText('formule-v2.pdf').waitFor();
    await files.getByText('PDF', { exact: true }).waitFor();
    await page.getByText(/La liste ci-dessus est la formule/).waitFor();
    await page.getByRole('link', { name: 'Modifié depuis la validation' }).click();
    await page.waitForURL('**/history');
    await page.getByText('Fichier de la formule').waitFor();
  });

  test('its ways on: a document of it, of which only the template is chosen; its documents', async () => {
    await page.goto(`/products/${id}`);
    await expect.poll(() => page.title(), { timeout: PATIENCE_MS }).toMatch(/^Sérum de Nuit(?: · .+)? – Diplo$/);
    await page.getByRole('link', { name: 'Générer un DIP' }).click();
    await page.getByText('Choisissez le modèle à remplir avec la fiche Sérum de Nuit.').waitFor();
    await page.getByRole('radio', { name: /Fiche simple/ }).click();
    await button('Générer').click();
    await page.getByText('BROUILLON').first().waitFor();
    await page.goto(`/products/${id}`);
    const documents = page.getByRole('region', { name: 'Documents' });
    await documents.getByRole('link', { name: /Fiche simple/ }).waitFor();
    await documents.getByRole('link', { name: 'Finaliser' }).waitFor();
    const index = page.getByRole('navigation', { name: 'Étapes de la fiche' });
    await index.getByRole('link', { name: '8. Profil toxicologique' }).click();
    expect(new URL(page.url()).hash).toBe('#etape-8');
  });

  test('a field, and a whole version, are put back from the history', async () => {
    const now = await api<Record<string, unknown>>('GET', `/products/${id}`);
    const saved = { ...now, marque: 'Autre marque', gamme: 'Autre gamme', status: 'DRAFT' };
    await api('PUT', `/products/${id}`, saved);
    await page.goto(`/products/${id}/history`);
    await page.getByRole('switch', { name: 'Montrer chaque enregistrement' }).check();
    await button('Restaurer la valeur d’avant : Marque').click();
    await dialog()
      .getByText(/reprendra sa valeur d’avant/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Restaurer' }).click();
    await page.getByText('La fiche a été restaurée.').waitFor();
    expect(await api('GET', `/products/${id}`)).toMatchObject({ marque: WHOLE.marque, gamme: 'Autre gamme' });
    await button('Restaurer cette version').last().click();
    await dialog()
      .getByText(/valeurs de la version 1/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Restaurer' }).click();
    const range = async () => (await api<{ gamme: string }>('GET', `/products/${id}`)).gamme;
    await expect.poll(range, { timeout: PATIENCE_MS }).toBe(WHOLE.gamme);
  });

  test('people are named', async () => {
    await api('PATCH', '/auth/me', { name: 'Claire Lenoir' });
    await page.reload();
    await page.getByText('Claire Lenoir').first().waitFor();
  });
});

describe('templates and the dashboard', () => {
  test('a tag is found by its words and copied; the annotated template is there to download', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/templates/balises');
    await page.getByLabel('Rechercher une balise').fill('viscosité');
    await button(/^Copier la balise/)
      .first()
      .click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByText(`${copied} est copiée`).waitFor();
    expect(copied).toMatch(/^\{\{\w*viscosite\w*\}\}$/);
    const download = page.waitForEvent('download');
    await button(/Modèle annoté/).click();
    expect((await download).suggestedFilename()).toMatch(/\.docx$/);
  });

  test('a template is tried with a product; a broken one says so on its card', async () => {
    await api(
      'POST',
      '/templates/',
      fileOf('faux.docx', docxOf({ body: p('{{nom_comercial}}') }), { name: 'Modèle à mender' }),
    );
    await page.goto('/templates');
    await page.getByText('1 balise à corriger').waitFor();
    await button('Aperçu de Fiche simple avec un produit').first().click();
    await dialog().getByRole('combobox', { name: 'Produit' }).fill('Baume du Large');
    await page.getByRole('option', { name: 'Baume du Large' }).first().click();
    await page.frameLocator('iframe').getByText('Baume du Large, BL-77').waitFor({ timeout: PATIENCE_MS });
    await dialog().getByRole('button', { name: 'Fermer' }).click();
  });

  test('the files of a template are compared, and an older one is taken back', async () => {
    const made = await api(
      'POST',
      '/templates/',
      fileOf('v1.docx', docxOf({ body: p('pH : {{ph}}') }), { name: 'Deux fichiers' }),
    );
    await api(
      'PUT',
      `/templates/${made.id}`,
      fileOf('v2.docx', docxOf({ body: p('Acidité : {{viscosite}}') }), { version: '2' }),
    );
    await page.goto(`/templates/${made.id}`);
    await page.getByRole('button', { name: '2 fichiers importés' }).click();
    await button(/^Comparer la version/).click();
    await dialog().getByRole('region', { name: 'Balises en plus' }).getByText('{{viscosite}}').waitFor();
    await dialog().getByRole('region', { name: 'Balises en moins' }).getByText('{{ph}}').waitFor();
    await dialog().getByRole('button', { name: 'Fermer' }).click();
    await button(/^Reprendre la version/).click();
    await dialog()
      .getByText(/v1\.docx/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Reprendre' }).click();
    await page.getByText(/est de nouveau celui du modèle/).waitFor();
    await page.getByRole('button', { name: '3 fichiers importés' }).waitFor();
    await page.getByText('Version 1, v1.docx').first().waitFor();
  });

  test('what waits is called by its name, and an event leads to what it is about', async () => {
    await product({ nom_commercial: 'Huile du Matin' });
    await page.goto('/dashboard');
    await page.getByText('Baume du Large (Fiche simple)').first().waitFor();
    await page
      .getByRole('region', { name: 'Activité récente' })
      .getByRole('link', { name: /Huile du Matin/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Huile du Matin' }).waitFor();
  });
});

describe('lists', () => {
  beforeAll(async () => {
    for (let n = 1; n <= 29; n += 1)
      await product({
        nom_commercial: `Savon ${String(n).padStart(2, '0')}`,
        nom_client: 'Savonnerie du Port',
        ref_formule: `S-${n}`,
      });
  });

  test('filters, order and page are in the address: Back returns to what one left', async () => {
    await page.goto('/products');
    await button('Filtres').click();
    await page.getByRole('combobox', { name: 'Client' }).fill('savon');
    await page.getByRole('option', { name: 'Savonnerie du Port' }).click();
    await button('Fermer').click();
    await page.getByText('1–10 sur 29').waitFor();
    await page.getByRole('columnheader', { name: 'Nom commercial' }).click();
    await page.getByRole('gridcell', { name: 'Savon 01', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Aller à la page suivante' }).click();
    await page.getByText('11–20 sur 29').waitFor();
    const link = page.getByRole('link', { name: 'Savon 15', exact: true });
    expect(await link.getAttribute('href')).toMatch(/^\/products\/[\w-]+$/);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Savon 15' }).waitFor();
    await page.goBack();
    await page.getByText('11–20 sur 29').waitFor();
    await page.getByRole('link', { name: 'Savon 15', exact: true }).waitFor();
    await page.getByText('Client : Savonnerie du Port').waitFor();
  });

  test('ten rows stand in the 600 px, the name at the left and the actions at the right', async () => {
    const grid = await page.getByRole('grid').boundingBox();
    const last = await page.getByRole('row').nth(10).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((grid?.y ?? 0) + (grid?.height ?? 0));
    // At 1024 px what does not fit is folded: progress and points are in sight.
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.getByRole('columnheader', { name: 'Fournisseur' }).waitFor({ state: 'detached' });
    const shown = await page.locator('.MuiDataGrid-virtualScroller').boundingBox();
    for (const name of ['Progression', 'Points']) {
      const head = await page.getByRole('columnheader', { name }).boundingBox();
      expect((head?.x ?? 0) + (head?.width ?? 0), name).toBeLessThanOrEqual((shown?.x ?? 0) + (shown?.width ?? 0));
    }
    const name = await page.locator('[data-field="nom_commercial"][role="gridcell"]').first().boundingBox();
    const actions = await page.locator('[data-field="actions"][role="gridcell"]').first().boundingBox();
    expect(name?.x).toBeGreaterThanOrEqual(shown?.x ?? 0);
    expect((actions?.x ?? 0) + (actions?.width ?? 0)).toBeLessThanOrEqual((shown?.x ?? 0) + (shown?.width ?? 0) + 1);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a view is saved under a name; a whole list is selected at once', async () => {
    await button('Vues').click();
    await page.getByRole('menuitem', { name: 'Enregistrer cette vue…' }).click();
    await page.getByLabel('Nom de la vue').fill('Les savons');
    await button('Enregistrer').click();
    await page.goto('/products');
    await button('Vues').click();
    await page.getByRole('menuitem', { name: /Les savons/ }).click();
    await page.getByText('1–10 sur 29').waitFor();
    await page.getByRole('checkbox', { name: 'Sélectionner la ligne' }).first().check();
    await button('Tout sélectionner (29)').click();
    await page.getByText('29 produits sélectionnés').waitFor();
    await button('Désélectionner').click();
  });

  test('on a telephone each row is a card, with its name, its actions and the pages', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Savon 01' })
      .getByRole('link', { name: 'Savon 01', exact: true })
      .waitFor();
    await button('Page suivante').click();
    await page.getByText('11–20 sur 29').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('the form', () => {
  const field = (name: string) => page.locator(`#field-${name}`);

  test('a first file saves the draft by itself; what other products say is offered; help is one key away', async () => {
    await page.goto('/new-dip');
    await field('nom_commercial').fill('Huile Sèche');
    await field('nom_client').pressSequentially('savonn');
    await page.getByRole('option', { name: 'Savonnerie du Port' }).click();
    expect(await field('nom_client').inputValue()).toBe('Savonnerie du Port');
    await field('marque').press('F1');
    await page
      .getByRole('dialog', { name: 'Aide : Marque' })
      .getByText(/Exemple/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Joindre des fichiers').setInputFiles({
      name: 'certificat.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    });
    await page.waitForURL(/\/products\/.+\/edit/);
    await page.getByText('certificat.pdf').first().waitFor();
    expect(await page.title()).toMatch(/^Huile Sèche/);
  });

  test('what could not be saved is named, with the way to it', async () => {
    await page.getByRole('tab', { name: /3\. Analyses/ }).click();
    await field('ph').fill('quinze');
    await field('viscosite').fill('10 000 – 12 500 mPa·s');
    await page.getByRole('tab', { name: /1\. Informations/ }).click();
    await field('gamme').fill('Corps');
    await page.getByRole('tab', { name: /3\. Analyses.*à corriger/ }).waitFor();
    await page.getByRole('tab', { name: /4\. Analyses/ }).click();
    await page.getByRole('button', { name: 'sauf 1 champ à corriger (étape 3)' }).click();
    await expect.poll(() => field('ph').evaluate((input) => input === document.activeElement)).toBe(true);
    await field('ph').fill('5,5');
    await page.getByRole('button', { name: /sauf 1 champ/ }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /4\. Analyses/ }).click();
    await field('e_coli').fill('absence dans 1 g');
    await button('Sauvegarder').click();
    await page.getByText('Le DIP a été sauvegardé avec succès !').waitFor();
    const id = /products\/(.+)\/edit/.exec(page.url())?.[1];
    expect(await api('GET', `/products/${id}`)).toMatchObject({
      ph: 5.5,
      viscosite: '10000 à 12500',
      e_coli: 'Absence dans 1 g',
      gamme: 'Corps',
    });
  });

  test('back online, what was typed meanwhile is saved by itself', async () => {
    const id = /products\/(.+)\/edit/.exec(page.url())?.[1];
    await page.context().setOffline(true);
    await page.getByRole('tab', { name: /1\. Informations/ }).click();
    await field('version').fill('hors ligne');
    await page.context().setOffline(false);
    const version = async () => (await api<{ version: string }>('GET', `/products/${id}`)).version;
    await expect.poll(version, { timeout: PATIENCE_MS }).toBe('hors ligne');
  });
});
