import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** How people come in: invited, accepted, with a password of their own; and what an administrator sees to. */
const backups = mkdtempSync(join(tmpdir(), 'diplo-e2e-backups-'));
let server: RunningServer;
let browser: Browser;
let admin: Page;
beforeAll(async () => {
  server = await startServer({ SIGNUP: 'valorme.fr', BACKUP_DIR: backups, PUBLIC_URL: 'https://diplo.exemple.fr' });
  browser = await sharedBrowser();
  admin = await openPage(browser, server);
  await admin.goto('/login');
  await signIn(admin, server.admin);
  await admin.waitForURL('**/dashboard');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(backups, { recursive: true, force: true });
});

test('an invited person chooses a password before anything else, and arrives where she wanted to go', async () => {
  await admin.goto('/users');
  await admin.getByRole('button', { name: 'Inviter' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Inviter une personne' });
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  await dialog.getByText('L’adresse email est requise').waitFor();
  await dialog.getByLabel('Adresse email').fill('jeanne@valorme.fr');
  await dialog.getByLabel('Prénom et nom').fill('Jeanne Morel');
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  const given = admin.getByRole('dialog', { name: 'Mot de passe provisoire' });
  const password = (await given.locator('p', { hasText: /^\w{4}-\w{4}-\w{4}-\w{4}$/ }).textContent()) ?? '';
  await given.getByRole('button', { name: 'J’ai noté' }).click();
  await admin.getByRole('gridcell', { name: 'Jeanne Morel' }).waitFor();

  const page = await openPage(browser, server);
  await page.goto('/templates');
  await signIn(page, { email: 'jeanne@valorme.fr', password });
  await page.waitForURL('**/password');
  await page.getByText('Votre mot de passe est provisoire').waitFor();
  await page.getByLabel('Mot de passe provisoire').fill(password);
  await page.getByLabel(/^Nouveau mot de passe/).fill('motdepasse');
  await page.getByLabel('Confirmer le nouveau mot de passe').fill('motdepasse');
  // Told on the way, before it is sent.
  await page.getByText(/l’un des plus courants/).waitFor();
  await page.getByRole('button', { name: 'Enregistrer et continuer' }).click();
  await page.getByText(/l’un des plus courants/).waitFor();
  await page.getByLabel(/^Nouveau mot de passe/).fill('une phrase bien à elle');
  await page.getByLabel('Confirmer le nouveau mot de passe').fill('une phrase bien à elle');
  await page.getByRole('button', { name: 'Enregistrer et continuer' }).click();
  await page.waitForURL('**/templates');
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await page.goto('/account');
  expect(await page.getByLabel('Prénom et nom').inputValue()).toBe('Jeanne Morel');
  await page.context().close();
});

test('a tab of one person never goes on in the name of another who signs in beside it', async () => {
  const first = await openPage(browser, server);
  await first.goto('/login');
  await signIn(first, server.admin);
  await first.waitForURL('**/dashboard');
  await first.goto('/new-dip');
  await first.locator('#field-nom_produit').fill('De la première');
  // Beside it somebody else signs in: the browser holds one session.
  const second = await first.context().newPage();
  await second.goto(new URL('/dashboard', first.url()).href);
  await second.getByRole('button', { name: 'Déconnexion' }).click();
  await second.waitForURL('**/login');
  await signIn(second, { email: 'jeanne@valorme.fr', password: 'une phrase bien à elle' });
  await second.waitForURL('**/dashboard');
  await first.getByRole('button', { name: 'Sauvegarder' }).click();
  await first.waitForURL('**/login');
  await second.goto(new URL('/products', second.url()).href);
  await second.getByText('Aucun produit').first().waitFor();
  await first.context().close();
});

test('who signs up in the domain of the firm waits to be accepted', async () => {
  const page = await openPage(browser, server);
  await page.goto('/register');
  await page.getByLabel('Adresse email').fill('paul@valorme.fr');
  await page.getByLabel(/^Mot de passe/).fill('une phrase à lui');
  await page.getByLabel('Confirmer le mot de passe').fill('une phrase à lui');
  await page.getByRole('button', { name: "S'inscrire" }).click();
  await page.getByText('Un administrateur doit encore l’accepter').waitFor();
  const paul = { email: 'paul@valorme.fr', password: 'une phrase à lui' };
  await signIn(page, paul);
  await page.getByText('Votre compte attend d’être accepté').waitFor();

  await admin.goto('/users');
  await admin.getByText('Un compte attend que vous l’acceptiez.').waitFor();
  await admin.getByRole('button', { name: 'Accepter paul@valorme.fr' }).click();
  await admin.getByText('Un compte attend que vous l’acceptiez.').waitFor({ state: 'detached' });
  await page.reload();
  await signIn(page, paul);
  await page.waitForURL('**/dashboard');
  await page.context().close();
});

test('an administrator saves the installation and has it read whole, and sees when and what', async () => {
  await admin.goto('/automation?onglet=etat');
  const card = admin.getByRole('region', { name: 'Sauvegardes' });
  await card.getByRole('button', { name: 'Sauvegarder maintenant' }).click();
  await card.getByText(/La dernière fois\s: \d+ fichier/).waitFor();
  await expect.poll(() => readdirSync(backups).filter((name) => !name.endsWith('.partial')).length).toBeGreaterThan(0);
  await card.getByRole('button', { name: 'Vérifier l’installation' }).click();
  await card.getByText(/^Vérification du .*\s: tout est en ordre$/).waitFor();
  await card.getByText('La base et les fichiers vont ensemble.').waitFor();
});
