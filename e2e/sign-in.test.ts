/** A second factor, set up and used; and signing in by a real identity provider, before and after it goes down. */
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiAs } from './api.ts';
import { faultsOf } from './axe.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { freePort, type RunningProvider, startOidc } from './provider.ts';
import { type RunningServer, startServer } from './server.ts';

const PASSWORD = 'un mot de passe sûr';
const MARIE = { email: 'marie@valorme.fr', password: PASSWORD };
let server: RunningServer;
/** Where passwords are for administrators alone. */
let alone: RunningServer;
let provider: RunningProvider;
let withProvider: (at: 0 | 1, more?: Record<string, string>) => Promise<RunningServer>;
let browser: Browser;
let page: Page;
let admin: Api;
let secret = '';
let codes: string[] = [];

beforeAll(async () => {
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://localhost:${port}`);
  provider = await startOidc(
    urls.map((url) => `${url}/api/v1/auth/oidc/callback`),
    await freePort(),
  );
  withProvider = (at: 0 | 1, more: Record<string, string> = {}): Promise<RunningServer> =>
    startServer({
      PORT: String(ports[at]),
      PUBLIC_URL: urls[at] ?? '',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_LABEL: 'Valorme ID',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLES: 'dip-edition=editor',
      ...more,
    });
  server = await withProvider(0);
  alone = await withProvider(1, { OIDC_ONLY: 'true' });
  browser = await sharedBrowser();
  page = await openPage(browser, server);
  const desk = await openPage(browser, server);
  await desk.goto('/login');
  await signIn(desk, server.admin);
  await desk.waitForURL('**/dashboard');
  admin = await apiAs(desk, server);
  await admin('POST', '/auth/signup', { ...MARIE, password_confirm: PASSWORD, role: 'editor' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await alone?.close();
  await provider?.close();
});

const signOut = async (on: Page): Promise<void> => {
  await on.evaluate(() => localStorage.clear());
  await on.goto('/login');
};
/** A code that the application shows now, unless it was used: then the next one, which is taken already. */
const nextCode = (steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test('a second factor is set up by keyboard, and its codes are kept', async () => {
  await page.goto('/login');
  await signIn(page, MARIE);
  await page.waitForURL('**/dashboard');
  await page.goto('/account');
  const open = page.getByRole('button', { name: 'Ajouter un second facteur' });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mot de passe actuel').focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.getByRole('img').waitFor();
  const written = await dialog.getByRole('group', { name: 'Secret à taper' }).textContent();
  expect(written).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  secret = (written ?? '').replaceAll(' ', '');
  expect(await faultsOf(page)).toEqual([]);
  // The field is where one is: a wrong one first.
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('Ce code n’est pas celui de la dernière image').waitFor();
  await dialog.getByLabel('Code du second facteur').fill(nextCode(0));
  await page.keyboard.press('Enter');
  const list = dialog.getByRole('list', { name: 'Codes de secours' });
  await list.waitFor();
  codes = await list.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'J’ai gardé mes codes' }).click();
  await page.getByText('Il reste 10 codes de secours.').waitFor();
});

test('signing in asks for the code; a code on paper serves once, and the account says how many are left', async () => {
  await signOut(page);
  await signIn(page, MARIE);
  const field = page.getByLabel('Code à six chiffres');
  await field.waitFor();
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await field.fill('123 456');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Ce code n’est pas le bon' }).waitFor();
  await field.fill(nextCode(1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await signOut(page);
  await signIn(page, MARIE);
  await page.getByRole('button', { name: 'Utiliser un code de secours' }).click();
  await page.getByLabel('Code de secours').fill((codes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/account');
  await page.getByText('Il reste 9 codes de secours.').waitFor();
});

test('linked from « Mon compte », one enters by the provider, where one wanted to go', async () => {
  await page.getByRole('button', { name: 'Relier mon compte' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD);
  await dialog.getByLabel('Code du second facteur').fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await atProvider(page, 'marie-chez-valorme');
  await page.waitForURL('**/account');
  await page.getByText('Relié à marie-chez-valorme@valorme.fr').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/products?search=aube');
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Se connecter avec Valorme ID' }).click();
  // Still signed in there: nothing to type.
  await page.waitForURL('**/products?search=aube');
  // No code is left in the address, nor in what one goes back to.
  expect(page.url()).not.toContain('code');
});

test('somebody new waits to be accepted, then enters with the role of the group', async () => {
  const zoe = await openPage(browser, server, { viewport: { width: 390, height: 800 } });
  await zoe.goto('/login');
  await zoe.getByRole('link', { name: 'Se connecter avec Valorme ID' }).click();
  await atProvider(zoe, 'zoe');
  await zoe.waitForURL('**/login');
  await zoe.getByText('Un administrateur doit d’abord accepter votre compte').waitFor();
  expect(await faultsOf(zoe)).toEqual([]);
  const users = await admin<{ id: string; email: string; role: string; identity: string }[]>('GET', '/users');
  const found = users.find(({ email }) => email === 'zoe@valorme.fr');
  expect(found).toMatchObject({ role: 'editor', pending: true, identity: 'zoe@valorme.fr' });
  await admin('PATCH', `/users/${found?.id}`, { active: true });
  await zoe.getByRole('link', { name: 'Se connecter avec Valorme ID' }).click();
  await zoe.waitForURL('**/dashboard');
  await zoe.goto('/account');
  await zoe.getByText('vous n’en avez pas').waitFor();
});

test('a refusal at the provider, and what anybody writes in the address, are a sentence', async () => {
  const stranger = await openPage(browser, server);
  await stranger.goto('/login');
  await stranger.getByRole('link', { name: 'Se connecter avec Valorme ID' }).click();
  await stranger.getByRole('link', { name: 'Cancel' }).click();
  await stranger.getByText('Valorme ID n’a pas donné son accord').waitFor();
  await stranger.goto('about:blank');
  await stranger.goto('/login#refus=constructor');
  await stranger.getByText('ne prouve pas qui vous êtes').waitFor();
  await stranger.goto('about:blank');
  await stranger.goto('/login#code=inventé');
  await stranger.getByText('a commencé dans un autre navigateur').waitFor();
  expect(new URL(stranger.url()).hash).toBe('');
});

test('the firm asks administrators for one: it is set up before anything else', async () => {
  const chief = await openPage(browser, server);
  const chef = { email: 'chef@valorme.fr', password: PASSWORD };
  await admin('POST', '/auth/signup', { ...chef, password_confirm: PASSWORD });
  const users = await admin<{ id: string; email: string }[]>('GET', '/users');
  await admin('PATCH', `/users/${users.find(({ email }) => email === chef.email)?.id}`, { role: 'admin' });
  await chief.goto('/login');
  await signIn(chief, chef);
  await chief.waitForURL('**/dashboard');
  await chief.goto('/account');
  await chief.getByRole('button', { name: 'Ajouter un second facteur' }).click();
  await setUp(chief, PASSWORD);
  await chief.goto('/users');
  await chief.getByRole('switch', { name: 'Demander un second facteur aux administrateurs' }).click();
  await chief.getByText('le mettront en place à leur prochain pas').waitFor();

  const desk = await openPage(browser, server);
  await desk.goto('/login');
  await signIn(desk, server.admin);
  await desk.getByText('Votre entreprise demande un second facteur aux administrateurs').waitFor();
  expect(await faultsOf(desk)).toEqual([]);
  await setUp(desk, server.admin.password);
  await desk.waitForURL('**/dashboard');
  // A lost telephone: another administrator takes it away.
  await chief.reload();
  await chief.getByRole('button', { name: `Retirer le second facteur de ${server.admin.email}` }).click();
  await chief.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await chief.getByText('Le second facteur est retiré.').waitFor();
  expect(await faultsOf(chief)).toEqual([]);
});

test('where passwords are for administrators alone, who was invited links the account by the password, and is in', async () => {
  const desk = await openPage(browser, alone);
  await desk.goto('/login');
  await desk.getByRole('button', { name: 'Administrateur : entrer un mot de passe' }).click();
  await signIn(desk, alone.admin);
  await desk.waitForURL('**/dashboard');
  const { password } = await (await apiAs(desk, alone))<{ password: string }>('POST', '/users', {
    email: 'lea@valorme.fr',
    role: 'editor',
  });
  const lea = await openPage(browser, alone, { viewport: { width: 390, height: 800 } });
  await lea.goto('/register');
  await lea.waitForURL('**/login');
  await lea.getByRole('button', { name: 'Administrateur : entrer un mot de passe' }).click();
  await signIn(lea, { email: 'lea@valorme.fr', password });
  await lea.waitForURL('**/link');
  await lea.getByRole('button', { name: 'Relier mon compte' }).click();
  expect(await faultsOf(lea)).toEqual([]);
  await lea.getByRole('dialog').getByLabel('Mot de passe actuel').fill(password);
  await lea.getByRole('dialog').getByRole('button', { name: 'Continuer' }).click();
  await atProvider(lea, 'lea');
  await lea.waitForURL('**/dashboard');
  await lea.goto('/account');
  await lea.getByText('Relié à lea@valorme.fr').waitFor();
  expect(await lea.getByRole('button', { name: 'Détacher' }).isDisabled()).toBe(true);
});

test('a provider that is down says so, and the door of the password stays open', async () => {
  await provider.close();
  await alone.close();
  // It has not been seen by this one: nobody is sent there.
  alone = await withProvider(1);
  const lost = await openPage(browser, alone);
  await lost.goto('/login');
  await lost.getByRole('link', { name: 'Se connecter avec Valorme ID' }).click();
  await lost.getByText('Valorme ID ne répond pas comme il faut').waitFor();
  const other = await openPage(browser, server);
  await other.goto('/login');
  await other.getByLabel('Adresse email').fill(MARIE.email);
  await other.getByLabel('Mot de passe').fill(PASSWORD);
  await other.getByRole('button', { name: 'Se connecter' }).click();
  await other.getByLabel('Code à six chiffres').waitFor();
  await other.getByRole('button', { name: 'Utiliser un code de secours' }).click();
  await other.getByLabel('Code de secours').fill(codes[2] ?? '');
  await other.getByRole('button', { name: 'Continuer' }).click();
  await other.waitForURL('**/dashboard');
});

/** The pages of oidc-provider itself: who one is, whatever the password, then what Diplo may know. */
async function atProvider(on: Page, login: string): Promise<void> {
  await on.waitForURL(`${provider.issuer}/interaction/**`);
  await on.getByPlaceholder('Enter any login').fill(login);
  await on.getByPlaceholder('and password').fill('peu importe');
  await on.getByRole('button', { name: 'Sign-in' }).click();
  await on.getByRole('button', { name: 'Continue' }).click();
}

/** Goes through the steps, whatever page they are on. */
async function setUp(on: Page, password: string): Promise<void> {
  const form = on.locator('form').filter({ hasText: 'Un code de votre téléphone' });
  await form.getByLabel('Mot de passe actuel').fill(password);
  await form.getByRole('button', { name: 'Continuer' }).click();
  const written = await on.getByRole('group', { name: 'Secret à taper' }).textContent();
  const code = new TOTP({ secret: Secret.fromBase32((written ?? '').replaceAll(' ', '')) }).generate();
  await on.getByLabel('Code du second facteur').fill(code);
  await on.getByRole('button', { name: 'Vérifier le code' }).click();
  await on.getByRole('button', { name: 'J’ai gardé mes codes' }).click();
}
