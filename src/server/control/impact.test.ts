import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImpactAnswer } from '#shared/control/control.contract.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const LONG = 'Au vu des informations de la partie A, le produit est jugé sûr, au sens de l’article 3 du règlement.';

describe.each(ENGINES)('what a change asks to look at again, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let ids: Record<'water' | 'phenoxy', string>;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
    const water = (await editor.post('/substances', { inci: 'Aqua' })).body.id;
    const phenoxy = (await editor.post('/substances', { inci: 'Phenoxyethanol', functions: ['Preservative'] })).body.id;
    ids = { water, phenoxy };
  });
  afterAll(() => app.close());

  const formula = (phenoxy: number) => ({
    mode: 'table',
    lines: [
      { id: 'a', substance_id: ids.water, percent: 100 - phenoxy },
      { id: 'b', substance_id: ids.phenoxy, percent: phenoxy },
    ],
    established_on: '2026-01-10',
  });
  const BASE = { nom_commercial: 'Crème', faconnerie: 'Labo', type_emballage: 'Pot', ph: 5.5 };
  const conformity = async (at: string, values: object): Promise<void> => {
    const { revision: _, updated_at: __, updated_by: ___, ...now } = (await editor.get(`${at}/conformity`)).body;
    expect((await editor.put(`${at}/conformity`, { ...now, ...values })).status).toBe(200);
  };
  const sheet = async (at: string, values: object): Promise<void> => {
    const body = { ...BASE, ...values };
    expect((await editor.put(at, body)).status).toBe(200);
  };
  /** A product that is signed. */
  const signed = async (): Promise<string> => {
    const at = `/products/${(await editor.post('/products', BASE)).body.id}`;
    expect((await editor.put(`${at}/formula`, formula(0.5))).status).toBe(200);
    await conformity(at, { zone: 'visage', pr_nom: 'Valorme', bpf_site: 'Angers' });
    await editor.put(`${at}/assessment`, { evaluateur_nom: 'Hélène Marchand', b1: LONG, b2: LONG, b3: LONG });
    const { status, body } = await editor.post(`${at}/assessment/sign`, { signed_on: '2026-02-10' });
    expect([status, body.detail]).toEqual([200, undefined]);
    return at;
  };
  const impact = async (at: string, since = ''): Promise<ImpactAnswer> =>
    (await editor.get(`${at}/impact${since && `?since=${since}`}`)).body;
  const said = async (at: string): Promise<Record<string, string[]>> =>
    Object.fromEntries((await impact(at)).map(({ cause, revoir }) => [cause, revoir.map(({ key }) => key)]));

  test('each cause asks for what the table says, and a change that is taken back asks for nothing', async () => {
    const at = await signed();
    expect(await said(at)).toEqual({});
    const table: [change: () => Promise<void>, back: () => Promise<void>, asked: Record<string, string[]>][] = [
      [
        () => sheet(at, { type_emballage: 'Tube' }),
        () => sheet(at, {}),
        { conditionnement: ['A2', 'A4', 'A6', 'cpnp'] },
      ],
      [
        () => conformity(at, { spray: 'pompe' }),
        () => conformity(at, { spray: null }),
        { conditionnement: ['A2', 'A4', 'A6', 'cpnp'] },
      ],
      [
        () => conformity(at, { zone: 'yeux' }),
        () => conformity(at, { zone: 'visage' }),
        { usage: ['verdicts', 'inci', 'A3', 'A5', 'A6', 'A7', 'B'] },
      ],
      [
        () => sheet(at, { utilisation_normale: 'Matin et soir' }),
        () => sheet(at, {}),
        { usage: ['verdicts', 'inci', 'A3', 'A5', 'A6', 'A7', 'B'] },
      ],
      [
        () => sheet(at, { faconnerie: 'Autre labo' }),
        () => sheet(at, {}),
        { fabrication: ['11-2-c-methode', '11-2-c-bpf', '11-2-e'] },
      ],
      [
        () => conformity(at, { pr_adresse: 'Rennes' }),
        () => conformity(at, { pr_adresse: null }),
        { responsable: ['etiquette', 'cpnp', 'dip_adresse', 'mandat'] },
      ],
      [
        async () => void (await editor.put(`${at}/formula`, formula(0.7))),
        async () => void (await editor.put(`${at}/formula`, formula(0.5))),
        // What preserves it moved: microbiology comes first, and no claim is made.
        { composition: ['A3', 'A1', 'verdicts', 'inci', 'etiquette', 'A2', 'A7', 'A8', 'B', 'cpnp'] },
      ],
    ];
    for (const [change, back, asked] of table) {
      await change();
      expect(await said(at)).toEqual(asked);
      await back();
      expect(await said(at)).toEqual({});
    }
    // What no cause names asks for nothing.
    await sheet(at, { tests_compatibilite: 'Conformes', nom_client: 'Client' });
    expect(await said(at)).toEqual({});
  });

  test('claims are looked at again where they stand on this formula, and with a new label all of them', async () => {
    const at = await signed();
    const claim = { id: 'a', texte: 'Hydrate', preuve: 'bibliographie' };
    await editor.put(`${at}/claims`, [claim]);
    await editor.put(`${at}/formula`, formula(0.6));
    expect((await said(at)).composition).not.toContain('claims');
    const file = { name: 'e.pdf', bytes: pdfOf('étiquette') };
    await editor.upload('/attachments', {
      fields: { product_id: at.split('/')[2] ?? '', field_key: 'etiquette' },
      file,
    });
    expect((await said(at)).etiquette).toEqual(['claims', 'B2', 'cpnp', 'inci']);
    await editor.put(`${at}/claims`, [claim, { id: 'b', texte: 'Apaise', preuve: 'usage' }]);
    expect((await said(at)).composition).toContain('claims');
  });

  test('« vu » is one’s word, without a reason, and falls when the cause moves again', async () => {
    const at = await signed();
    await editor.put(`${at}/formula`, formula(0.6));
    const seen = await editor.put(`${at}/impact/composition/A1`, { vu: true });
    const first = (answer: ImpactAnswer) => answer[0]?.revoir.find(({ key }) => key === 'A1');
    expect(first(seen.body)).toMatchObject({ quoi: expect.any(String), vu: { par: editor.email } });
    const all: Finding[] = (await editor.get(`${at}/findings`)).body;
    const found = all.filter(({ code }) => code === 'A_REVOIR');
    expect(found.map(({ key, level }) => [key, level])).toContainEqual(['A_REVOIR:composition:A1', 'neutre']);
    expect(found.find(({ key }) => key === 'A_REVOIR:composition:A1')?.answer?.by).toBe(editor.email);
    await sheet(at, { type_emballage: 'Tube' });
    expect(first(await impact(at))?.vu).not.toBeNull();
    await editor.put(`${at}/formula`, formula(0.7));
    expect(first(await impact(at))?.vu).toBeNull();
    await editor.put(`${at}/impact/composition/A1`, { vu: true });
    expect(first((await editor.put(`${at}/impact/composition/A1`, { vu: false })).body)?.vu).toBeNull();
    expect((await editor.put(`${at}/impact/corpus/verdicts`, { vu: true })).status).toBe(404);
    expect((await editor.put(`${at}/impact/composition/rien`, { vu: true })).status).toBe(404);
  });

  test('it is counted from the last act, or from the one that is asked for', async () => {
    const at = await signed();
    await editor.put(`${at}/formula`, formula(0.6));
    expect(await impact(at, 'signature')).toHaveLength(1);
    expect(await impact(at, 'dossier')).toEqual([]);
    expect(await impact(at, '2020-01-01')).toEqual([]);
    expect(await impact(at, '2100-01-01')).toHaveLength(1);
    expect((await editor.get(`${at}/impact?since=hier`)).status).toBe(422);
    await editor.post(`${at}/assessment/sign`, { signed_on: '2026-02-11' });
    expect(await impact(at)).toEqual([]);
    // One that nobody signed, validated or sealed asks for nothing.
    const other = `/products/${(await editor.post('/products', BASE)).body.id}`;
    await sheet(other, { type_emballage: 'Tube' });
    expect(await impact(other)).toEqual([]);
  });
});
