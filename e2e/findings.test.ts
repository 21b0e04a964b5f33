/** A product with five faults: each is said, by its words, wherever the product is looked at and before anything leaves. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import { type Asking, FAULTS, GOOD, makeFaulty, setFormula, sign } from '../src/server/test/faulty.product.ts';
import { smallLawFiles } from '../src/server/test/law.maker.ts';
import type { SentFile } from '../src/server/test/test.app.ts';
import { apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

const LABELS = FAULTS.map((code) => FINDING_CODES[code].label);
const RED = FAULTS.filter((code) => FINDING_CODES[code].level === 'rouge');
const REASON = 'Le laboratoire l’a confirmé par écrit, le dossier part malgré cela.';

let server: RunningServer;
let browser: Browser;
let page: Page;
let asking: Asking;
let id = '';
let piece = '';

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  const api = await apiAs(page, server);
  const formOf = (fields: Record<string, string>, files: readonly SentFile[]): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name);
    return form;
  };
  asking = {
    json: api,
    upload: (path, fields, file) => api('POST', path, formOf(fields, [file])),
  };
  const corpus = await api<{ id: string }>('POST', '/regulation/corpora', formOf({}, smallLawFiles()));
  await asking.json('POST', `/regulation/corpora/${corpus.id}/activate`);
  ({ id, piece } = await makeFaulty(asking));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Once the list follows what was changed. */
const followed = (finding: string, isThere: boolean) =>
  expect
    .poll(
      async () =>
        (await asking.json('GET', `/products/?finding=${finding}`)).some((one: { id: string }) => one.id === id),
      { timeout: 20_000 },
    )
    .toBe(isThere);

test('the header, the list, the dashboard, the control and the wizard say each of them', async () => {
  await page.goto(`/products/${id}`);
  for (const label of LABELS) await page.getByRole('button', { name: label, exact: true }).waitFor();
  // A chip opens what was found under it, and leads to where it is mended.
  await page.getByRole('button', { name: 'Pièce périmée' }).click();
  const told = page.getByRole('dialog', { name: 'Pièce périmée' });
  await told.getByText('valable jusqu’au 01/01/2024, périmée depuis').waitFor();
  await told.getByRole('link', { name: 'Voir' }).click();
  await page.waitForURL('**/evidence');

  await followed('INTERDIT', true);
  await page.goto('/products');
  const row = page.getByRole('row', { name: /Crème fautive/ });
  await row.getByLabel(`${RED.length} bloquantes`).waitFor();
  await page.goto('/dashboard');
  await page.getByText(/^Substance interdite, substance hors de sa limite, .* autres? remarques?/).waitFor();
  await page.goto(`/products/${id}/control`);
  const remarks = page.getByRole('region', { name: 'Remarques' });
  for (const text of [
    /Formaldehyde/,
    /Phenoxyethanol/,
    /enregistrée le .*, après un changement du/,
    /autre composition/,
  ])
    await remarks.getByText(text).first().waitFor();
  await page.goto(`/products/${id}/edit`);
  await page.getByText('11. Divers').click();
  await page.getByRole('heading', { name: 'Remarques sur le dossier' }).waitFor();
  await page
    .getByText(/Formaldehyde/)
    .first()
    .waitFor();
});

test('nothing leaves without a reason for each red code; what was typed stays, and what the act mends is not asked', async () => {
  await page.goto(`/products/${id}/control`);
  await page.getByRole('button', { name: 'Sceller le dossier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sceller le dossier ?' });
  await dialog.getByText('Crème fautive, R1').waitFor();
  const why = dialog.getByLabel('Pourquoi le dossier part malgré cela');
  await expect.poll(() => why.count()).toBe(RED.length);
  await why.first().fill('trop court');
  const seal = dialog.getByRole('button', { name: 'Sceller le dossier' });
  await seal.click();
  await dialog
    .getByText(/20 caractères au moins/)
    .first()
    .waitFor();
  expect(await why.first().inputValue()).toBe('trop court');
  for (const field of await why.all()) await field.fill(REASON);
  await seal.click();
  await dialog.waitFor({ state: 'hidden' });
  const dossiers = () => asking.json('GET', `/products/${id}/dossiers`);
  await expect.poll(async () => (await dossiers()).length, { timeout: 60_000 }).toBe(1);
  const [dossier] = await dossiers();
  const findings = await asking.json('GET', `/products/${id}/findings`);
  const reds = findings.filter(({ level }: { level: string }) => level === 'rouge');
  expect(reds.map(({ answer }: { answer: { reason: string } | null }) => answer?.reason)).toEqual(
    reds.map(() => REASON),
  );
  expect(dossier.anomalies).toEqual(expect.arrayContaining(reds.map(({ text }: { text: string }) => text)));
  // A red one stays red beside its reason; signing asks no reason for what a signature of today ends.
  await page.getByRole('tab', { name: 'Évaluation' }).click();
  await page.getByRole('button', { name: 'Enregistrer la signature…' }).click();
  const signing = page.getByRole('dialog', { name: 'Enregistrer la signature de l’évaluateur' });
  await signing.getByText('Ce que vous faites y met fin').waitFor();
  await signing.getByText(REASON).first().waitFor();
  await signing.getByRole('button', { name: 'Annuler' }).click();
});

test('mended, each of them is gone', async () => {
  await setFormula(asking, id, GOOD);
  await asking.json('PATCH', `/attachments/${piece}`, { expires_on: null });
  await sign(asking, id, dayOf(new Date()));
  await followed('INTERDIT', false);
  await page.goto(`/products/${id}`);
  await page.getByRole('heading', { level: 1, name: /Crème fautive/ }).waitFor();
  await page
    .getByRole('button', { name: /^(?:Évaluation|Exposition|Formule|Corpus)/ })
    .first()
    .waitFor();
  for (const label of LABELS)
    expect(await page.getByRole('button', { name: label, exact: true }).count(), label).toBe(0);
  await page.goto(`/products/${id}/control`);
  await page.getByText(/Signature du 11\/02\/2026, enregistrée le/).waitFor();
});
