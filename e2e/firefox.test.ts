/** The main job in Firefox, through WebDriver BiDi, where this machine has it (Debian: firefox-esr). */
import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONVERT_DEADLINE_MS } from '../src/server/documents/pdf/converter.ts';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { PATIENCE_MS } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
].find((path) => existsSync(path));

/** A first PDF beside all the other journeys, while Firefox draws: the converter's own deadline, and the page (ms). */
const PDF_MS = CONVERT_DEADLINE_MS + PATIENCE_MS;

describe.runIf(FIREFOX)('in Firefox', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    server = await startServer();
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX ?? '',
      headless: true,
      extraPrefsFirefox: { 'intl.accept_languages': 'fr-FR' },
    });
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const see = (text: string) => page.locator(`::-p-text(${text})`).wait();
  const press = (name: string) => page.locator(`button ::-p-text(${name})`).click();
  const open = (path: string) => page.goto(server.url + path);

  /** As the page's own session. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const api = async (method: string, path: string, body?: FormData | URLSearchParams): Promise<any> => {
    const token = await page.evaluate(() => localStorage.getItem('diplo_token') ?? '');
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/api/v1${path}`, { method, headers, ...(body ? { body } : {}) })).json();
  };

  test('signing in, a product with its comma and its draft', async () => {
    await open('/login');
    await page.locator('input[type=email], input[name=username]').fill(server.admin.email);
    await page.locator('input[type=password]').fill(server.admin.password);
    await press('Se connecter');
    await page.waitForFunction(() => location.pathname === '/dashboard');
    await open('/new-dip');
    await page.locator('#field-nom_commercial').fill('Crème Éclat');
    await page.locator('#field-ref_formule').fill('CE-14');
    await press('Sauvegarder');
    await see('Le DIP a été sauvegardé avec succès');
    await page.waitForFunction(() => location.pathname.endsWith('/edit'));
    await page.locator('[role=tab] ::-p-text(Analyses Physico-chimiques)').click();
    await page.locator('#field-ph').fill('5,5');
    await page.keyboard.down('Control');
    await page.keyboard.press('s');
    await page.keyboard.up('Control');
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    await expect.poll(async () => (await api('GET', `/products/${id}`)).ph, { timeout: PATIENCE_MS }).toBeTruthy();
    await open('/products');
    await see('Crème Éclat');
  });

  test(
    'a document generated, read as its PDF, and found again',
    async () => {
      const form = new FormData();
      form.set('name', 'Fiche');
      form.set('file', new Blob([new Uint8Array(docxOf({ body: p('{{nom_commercial}}, pH {{ph}}') }))]), 'fiche.docx');
      const template = await api('POST', '/templates/', form);
      const [product] = await api('GET', '/products/');
      const wanted = new URLSearchParams({ template_id: template.id, product_id: product?.id ?? '' });
      const made = await api('POST', '/generations/', wanted);
      expect(made.id).toBeDefined();
      await open(`/dips/${made.id}`);
      const frame = await page.waitForSelector('iframe', { timeout: PDF_MS });
      const inside = await frame?.contentFrame();
      await inside?.waitForFunction(() => document.body.textContent?.includes('Crème Éclat, pH 5,5'), {
        timeout: PATIENCE_MS,
      });
      // On a thread of its own, and not on the page's.
      expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringMatching(/^blob:null/)]);
      await open('/dips');
      await see('Crème Éclat');
    },
    3 * PDF_MS,
  );

  test('nothing complained', () => {
    expect(complaints).toEqual([]);
  });

  test('a thread of the page that reads PDF files may call nothing', async () => {
    await open('/reader.html');
    const called = page.evaluate((url) => {
      const line = `fetch('${url}', { mode: 'no-cors' }).then(() => 'answered', String).then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([line])));
      return new Promise<string>((settle) => {
        worker.onmessage = ({ data }) => settle(data);
      });
    }, `${server.url}/api/v1/health`);
    expect(await called).toMatch(/TypeError: NetworkError/);
  });
});
