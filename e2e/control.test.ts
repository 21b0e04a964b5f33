/** Ready for a control: what lacks leads to its field, part B is written and signed, claims have proofs. By keyboard where one can. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

const LONG =
  'Au vu des informations de la partie A et de leur examen, le produit est jugé sûr dans les conditions normales d’utilisation.';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;
let id = '';

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1280, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
  id = (
    await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Lait du Large', date_mise_marche: '2026-03-15' })
  ).id;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('what a point lacks leads to its very field, and the record saves itself', async () => {
  await page.goto(`/products/${id}`);
  await page.getByText('Article 11 : 0 point sur 19.').waitFor();
  await page.getByRole('link', { name: 'Voir les points' }).click();
  // The arrows go from point to point; one stop of Tab for the list.
  await page.getByRole('button', { name: /Description du produit/ }).focus();
  await page.keyboard.press('End');
  await page.getByRole('heading', { name: /Données sur l’expérimentation animale/ }).waitFor();
  await page.getByRole('link', { name: 'Expérimentation animale : signataire' }).click();
  await page.waitForURL('**/evidence');
  const signatory = page.getByRole('combobox', { name: 'Expérimentation animale : signataire' });
  await expect.poll(() => signatory.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('Claire Lenoir, gérante');
  await page
    .getByRole('textbox', { name: 'Expérimentation animale : déclaration' })
    .fill('Aucune expérimentation animale.');
  await page.getByRole('group', { name: 'Expérimentation animale : date' }).click();
  await page.keyboard.type('20022026');
  await page.keyboard.press('Control+s');
  await page.getByText('La conformité est enregistrée.').waitFor();
  await page.getByRole('button', { name: 'Voir les points' }).click();
  await page.getByText('Article 11 : 1 point sur 19').waitFor();
});

test('an assessment is written, signed on a day that a person types, and the chronology says that it came too late', async () => {
  await page.goto(`/products/${id}/assessment`);
  await page.getByRole('combobox', { name: 'Nom de l’évaluateur' }).fill('Dr Hélène Marchand');
  for (const label of [
    'Conclusion de l’évaluation',
    'Avertissements et instructions à faire figurer',
    'Raisonnement scientifique',
  ]) {
    await page.getByRole('button', { name: 'Suivant' }).click();
    await page.getByRole('textbox', { name: label }).fill(LONG);
  }
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByText('L’évaluation est enregistrée.').waitFor();
  await page.goto(`/products/${id}/assessment`);
  await page.getByRole('button', { name: 'Enregistrer la signature…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enregistrer la signature' }).click();
  await dialog.getByText('La date de la signature est requise.').waitFor();
  await dialog.getByRole('group', { name: 'Date de la signature' }).click();
  await page.keyboard.type('10042026');
  await dialog.getByRole('button', { name: 'Enregistrer la signature' }).click();
  await page.getByText('La signature est enregistrée.').waitFor();
  await page.getByText('Signée', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Contrôle' }).click();
  const chronology = page.getByRole('region', { name: 'Chronologie' });
  await chronology.getByText(/signée après la mise sur le marché.*10\/04\/2026, 15\/03\/2026/).waitFor();
});

test('a claim is kept as it is typed, and its words may call for a proof of their own', async () => {
  await page.goto(`/products/${id}/claims`);
  await page.getByRole('button', { name: 'Ajouter une allégation' }).click();
  await page.getByLabel('Texte de l’allégation').fill('Sans parabène, hydrate 24 h');
  await page.getByText('Cette mention appelle une preuve particulière.').waitFor();
  await page.keyboard.press('Tab');
  await page.getByText('Fichiers de la preuve').waitFor();
  await page.getByLabel('Nature de la preuve').click();
  await page.getByRole('option', { name: 'Étude instrumentale' }).click();
  await expect
    .poll(async () => (await api<{ texte: string; preuve: string }[]>('GET', `/products/${id}/claims`))[0])
    .toMatchObject({ texte: 'Sans parabène, hydrate 24 h', preuve: 'etude' });
});

test('what the file says already is offered, and taken by its button alone', async () => {
  const told = {
    nom_commercial: 'Lait Redit',
    resp_mise_marche: 'Maison Valorme SAS, 12 rue des Lices, Angers',
    format: 'Tube 50 ml',
  };
  const other = (await api<{ id: string }>('POST', '/products/', told)).id;
  await page.goto(`/products/${other}/evidence`);
  const content = page.locator('#field-contenu_nominal');
  await page.getByRole('button', { name: /^Reprendre «.50 ml.» \(Format\)/ }).waitFor();
  await content.focus();
  await page.keyboard.press('Tab');
  expect(await content.inputValue()).toBe('');
  await page.getByRole('button', { name: /^Reprendre «.50 ml.»/ }).click();
  expect(await content.inputValue()).toBe('50 ml');
  await page.getByRole('tab', { name: /Personne responsable/ }).click();
  await page.getByRole('button', { name: 'Tout reprendre' }).click();
  await expect.poll(() => page.locator('#field-pr_nom').inputValue()).toBe('Maison Valorme SAS');
  expect(await page.locator('#field-pr_adresse').inputValue()).toBe('12 rue des Lices, Angers');
  // Another tab: what was taken saves itself, and nobody is asked.
  await page.getByRole('tab', { name: 'Étiquette', exact: true }).click();
  await page.getByText('Texte pour l’imprimeur').waitFor();
  await page
    .getByRole('definition')
    .filter({ hasText: /^Maison Valorme SAS, 12 rue des Lices, Angers$/ })
    .waitFor();
  await api('PUT', `/products/${other}`, { ...told, format: 'Pot 30 ml' });
  await page.goto(`/products/${other}/evidence`);
  await page.getByText(/«.Format.» dit «.Pot 30 ml.», «.Contenu nominal.» dit «.50 ml.»/).waitFor();
});

test('addresses of earlier releases lead to what they have become', async () => {
  for (const [old, now, tab] of [
    ['conformity', 'evidence', 'Conformité'],
    ['claims', 'evidence?onglet=allegations', 'Allégations'],
    ['formula?onglet=marges', 'exposure', 'Exposition'],
  ]) {
    await page.goto(`/products/${id}/${old}`);
    await page.waitForURL(`**/products/${id}/${now}`);
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  }
});

test('a file stands at two places, and says at which when it goes', async () => {
  await page.goto(`/products/${id}/evidence`);
  await page
    .getByRole('tab', { name: /Stabilité et durabilité/ })
    .first()
    .click();
  await page
    .getByRole('region', { name: 'Rapport de stabilité' })
    .getByLabel('Joindre un fichier')
    .first()
    .setInputFiles({
      name: 'RS-031.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('stable'),
    });
  await page.getByRole('button', { name: 'Décrire RS-031.txt' }).click();
  await page.getByLabel('Aussi rangé à').click();
  await page.getByRole('option', { name: 'Rapport de microbiologie' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`/products/${id}/evidence?onglet=pieces`);
  await page.getByText('Rangé aussi à « Rapport de stabilité »').waitFor();
  await page.getByRole('button', { name: 'Retirer RS-031.txt' }).first().click();
  await page.getByText(/rangé à 2 emplacements.*Rapport de stabilité.*Rapport de microbiologie/).waitFor();
  await page.getByRole('button', { name: 'Retirer', exact: true }).click();
  await page.getByText('Aucune pièce').waitFor();
});

test('a piece that was taken away is read, put back, and erased by an administrator who is asked first', async () => {
  const removed = page.getByText('1 pièce retirée');
  await removed.click();
  await page.getByRole('button', { name: 'Remettre RS-031.txt' }).click();
  await page.getByText(/RS-031\.txt.*est remise à sa place/).waitFor();
  await page.getByRole('button', { name: 'Retirer RS-031.txt' }).first().click();
  await page.getByRole('button', { name: 'Retirer', exact: true }).click();
  await page.getByText('Aucune pièce').waitFor();
  await removed.click();
  await page.getByRole('button', { name: 'Effacer RS-031.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Effacer pour de bon' });
  await dialog.getByText(/ne pourra plus être lue ni remise/).waitFor();
  await dialog.getByRole('button', { name: 'Effacer' }).click();
  await removed.waitFor({ state: 'detached' });
});

test('a point that does not apply has a reason', async () => {
  const other = (await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Nu' })).id;
  await page.goto(`/products/${other}/control?point=11-2-d`);
  await page.getByRole('button', { name: 'Ce point est sans objet…' }).click();
  await page.getByLabel('Pourquoi ce point est sans objet').fill('Non');
  await page.getByRole('button', { name: 'Enregistrer la raison' }).click();
  await page.getByText('Dites pourquoi en une phrase').waitFor();
  await page.getByLabel('Pourquoi ce point est sans objet').fill('Aucun effet n’est revendiqué.');
  await page.getByRole('button', { name: 'Enregistrer la raison' }).click();
  await page.getByText('Sans objet : Aucun effet n’est revendiqué.').waitFor();
});

test('a dossier is sealed in the background, and anybody can verify the file they were given', async () => {
  await page.goto(`/products/${id}/control`);
  await page.getByRole('button', { name: 'Sceller le dossier' }).click();
  // What would stop the file wants its reason; what was typed stays when it is too short.
  const dialog = page.getByRole('dialog');
  const reasons = dialog.getByLabel('Pourquoi le dossier part malgré cela');
  await reasons.first().waitFor();
  await reasons.first().fill('Trop court');
  await dialog.getByRole('button', { name: 'Sceller le dossier' }).click();
  await dialog
    .getByText(/Dites pourquoi en une phrase/)
    .first()
    .waitFor();
  expect(await reasons.first().inputValue()).toBe('Trop court');
  for (const reason of await reasons.all()) await reason.fill('Le dossier part ainsi, sur décision de la direction.');
  await dialog.getByRole('button', { name: 'Sceller le dossier' }).click();
  await page.getByText(/Scellé le .* par .*, \d+ pages/).waitFor();
  const [dossier] = await api<{ id: string }[]>('GET', `/products/${id}/dossiers`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Archive' }).click(),
  ]);
  const path = join(mkdtempSync(join(tmpdir(), 'diplo-dossier-')), 'dossier.zip');
  await download.saveAs(path);
  expect(dossier?.id).toBeTruthy();

  const stranger = await openPage(browser, server, { viewport: { width: 390, height: 844 } });
  await stranger.goto('/verify');
  const choose = async (file: string): Promise<void> => {
    const [chooser] = await Promise.all([
      stranger.waitForEvent('filechooser'),
      stranger.getByRole('button', { name: 'Choisir un fichier' }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await choose(path);
  await stranger.getByText(/est, octet pour octet, le fichier scellé le/).waitFor();
  await stranger.getByText(/Dans l’archive, \d+ fichiers sur \d+ ont l’empreinte/).waitFor();
  // The same by one command, with nothing but Node.
  const command = join(import.meta.dirname, '../scripts/verify-dossier.mjs');
  expect(String(execFileSync(process.execPath, [command, path]))).toMatch(/tous ont l’empreinte annoncée/);

  // One byte inside of it is another.
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('stream') + 20] = (bytes[bytes.indexOf('stream') + 20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await choose(path);
  await stranger.getByText(/n’est aucun des fichiers scellés ici, ou il a changé depuis/).waitFor();
  await stranger.getByText('Changé : dossier.pdf').waitFor();
  expect(() => execFileSync(process.execPath, [command, path], { stdio: 'pipe' })).toThrow(/changé\s: dossier\.pdf/);
  await stranger.context().close();
});
