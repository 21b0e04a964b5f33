import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lineWith } from '#shared/formulas/formula.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import { CREAM, lawFile, SMALL_LAW, smallLawFiles } from '../test/law.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const SHAMPOO = { ...CREAM, category: 'shampooing', rinse: 'rince', zone: 'cheveux' };

describe.each(ENGINES)('the law on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  let editor: Caller;
  let corpus: { id: string };
  beforeAll(async () => {
    app = await testApp({ engine });
    admin = await app.as('admin');
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const bring = (files = smallLawFiles(), fields: Record<string, string> = {}, who = admin) =>
    who.upload('/regulation/corpora', { fields, file: files });
  const check = async (inci: string, percent: number | null, more: object = {}): Promise<Verdict> => {
    const answer = await editor.post('/regulation/check', { inci, percent, facts: CREAM, at: '2026-11-22', ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  test('without a corpus everything is to be checked, and the answer says what to do', async () => {
    expect(await check('Phenoxyethanol', 0.5)).toMatchObject({ state: 'a_verifier', entries: [] });
    expect((await editor.get('/regulation/entries')).body).toEqual([]);
  });

  test('files come in any order, are looked at, and come into force by an administrator', async () => {
    expect((await bring(smallLawFiles(), {}, editor)).status).toBe(403);
    const [ii, ...others] = smallLawFiles();
    const seen = await bring(others.toReversed());
    expect(seen.status, JSON.stringify(seen.body)).toBe(200);
    expect(seen.body).toMatchObject({ active: false, date: '2026-06-17', missing: ['II'] });
    const whole = await bring([ii as never], { corpus_id: seen.body.id });
    expect(whole.body).toMatchObject({ id: seen.body.id, missing: [], differences_total: 0 });
    expect(whole.body.files.map(({ annex, rows }: { annex: string; rows: number }) => [annex, rows])).toEqual(
      (['II', 'III', 'IV', 'V', 'VI'] as const).map((annex) => [annex, SMALL_LAW[annex].length]),
    );
    const warnings = whole.body.files.flatMap(({ warnings: told }: { warnings: string[] }) => told).join('\n');
    expect(warnings).toContain('II/1680');
    expect(warnings).toContain('III/196');
    expect(warnings).toContain('décalées');
    expect((await editor.post(`/regulation/corpora/${whole.body.id}/activate`)).status).toBe(403);
    const active = await admin.post(`/regulation/corpora/${whole.body.id}/activate`);
    expect(active.body).toMatchObject({ active: true });
    corpus = active.body;
    expect((await bring([ii as never], { corpus_id: corpus.id })).status).toBe(409);
    expect((await admin.delete(`/regulation/corpora/${corpus.id}`)).status).toBe(409);
  });

  test('what is no export is refused whole, with a sentence', async () => {
    const garbage = { name: 'x.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') };
    const refused = await bring([...smallLawFiles(), garbage]);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].msg).toContain('x.csv');
    const twice = smallLawFiles()[0] as never;
    expect((await bring([twice, twice])).status).toBe(422);
    expect((await bring([{ ...garbage, bytes: Buffer.from([1, 0, 2]) }])).status).toBe(422);
    // Without its limits a row would look free of any: the file is refused, and says which column it lacks.
    const renamed = lawFile('III', SMALL_LAW.III)
      .toString()
      .replace('Maximum concentration in ready', 'Highest content in ready');
    const chosen = (file: typeof garbage, columns: object) => bring([file], { columns: JSON.stringify(columns) });
    const lame = await bring([{ ...garbage, name: 'tf_III.csv', bytes: Buffer.from(renamed) }]);
    expect(lame.status).toBe(422);
    expect(lame.body.detail[0].msg).toMatch(/tf_III\.csv.*une colonne manque.*\(Concentration maximale\)/);
    expect(lame.body.detail[0].loc).toEqual(['body', 'columns']);
    const old = { ...garbage, name: 'tf_III.csv', bytes: Buffer.from(renamed) };
    const looked = await admin.upload('/regulation/corpora/columns', { file: [old] });
    expect(looked.body[0]).toMatchObject({ annex: 'III', missing: ['limit'] });
    expect((await editor.upload('/regulation/corpora/columns', { file: [old] })).status).toBe(403);
    const cells = looked.body[0].columns.map(({ cell }: { cell: string | null }) => cell);
    expect((await chosen(old, { III: cells })).status).toBe(422);
    expect((await chosen(old, { III: ['nothing'] })).status).toBe(422);
    expect((await editor.get('/regulation/corpora')).body).toHaveLength(1);
    // A person says which column holds the limits: it is read, and told.
    cells[cells.indexOf(null)] = 'limit';
    const mapped = (await chosen(old, { III: cells })).body;
    expect(mapped.files[0].warnings[0]).toMatch(/Highest content in ready.* lue comme .*Concentration maximale/);
    const read = (await editor.get(`/regulation/corpora/${mapped.id}`)).body;
    expect(read.differences.filter(({ kind }: { kind: string }) => kind === 'changed')).toEqual([]);
    expect((await admin.delete(`/regulation/corpora/${mapped.id}`)).status).toBe(204);
  });

  test.each([
    ['Phenoxyethanol', 1, {}, 'dans_la_limite', 'V/29'],
    ['Phenoxyethanol', 1.01, {}, 'non_conforme', 'V/29'],
    ['Phénoxyéthanol', 0.9, {}, 'dans_la_limite', 'V/29'],
    ['2-Phénoxy-éthanol', 0.9, {}, 'a_verifier', 'V/29'],
    ['Phenoxyethanol', 0.9, { cas: '122-99-7' }, 'a_verifier', 'V/29'],
    ['Phenoxyethanol', 0.9, { cas: '56-81-5' }, 'a_verifier', 'V/29'],
    ['Phenoxyethanol', null, {}, 'a_verifier', 'V/29'],
    ['Formaldehyde', 0.001, {}, 'non_conforme', 'II/1577'],
    ['Mystère', 0.001, { cas: '50-00-0' }, 'non_conforme', 'II/1577'],
    ['Hydroquinone', 0.01, {}, 'non_conforme', 'III/14'],
    ['Peru Balsam', 0.1, { cas: '8007-00-9' }, 'a_verifier', 'II/1136'],
    ['Peru Balsam', 0.1, { cas: '8007-00-9', function: 'Parfum' }, 'non_conforme', 'II/1136'],
    ['Lead Acetate', 0.1, {}, 'a_verifier', 'II/289'],
    // A form that an entry of Annex II excepts, or has only its number, and another annex permits.
    ['Lippia Citriodora Absolute', 0.2, { cas: '8024-12-2', function: 'Parfum' }, 'dans_la_limite', 'III/196'],
    ['Lippia Citriodora Absolute', 0.3, { cas: '8024-12-2', function: 'Parfum' }, 'non_conforme', 'III/196'],
    ['Lippia Citriodora Oil', 0.1, { cas: '8024-12-2', function: 'Parfum' }, 'non_conforme', 'II/450'],
    ['Verveine', 0.1, { cas: '8024-12-2', function: 'Parfum' }, 'a_verifier', 'II/450'],
    // What Annex II names as an example is quoted beside what permits it.
    ['Citrus Limon Peel Oil', 0.1, {}, 'a_verifier', 'II/358'],
    ['CI 12085', 0.1, { cas: '2814-77-9' }, 'dans_la_limite', 'IV/9'],
    // One of the numbers in the cell of an entry is that entry's; two that no entry has together are two substances.
    ['Citric Acid (and) Silver Citrate', 0.1, { cas: '77-92-9' }, 'a_verifier', 'V/59'],
    ['Phenoxyethanol', 0.5, { cas: ['122-99-6', '69-72-7'] }, 'a_verifier', 'V/29'],
    // Exactly one case fits by the facts that were given.
    ['Hexyl Salicylate', 0.3, {}, 'dans_la_limite', 'III/380'],
    ['Hexyl Salicylate', 0.31, {}, 'non_conforme', 'III/380'],
    ['Hexyl Salicylate', 0.3, { facts: { ...CREAM, population: 'moins de 3 ans' } }, 'non_conforme', 'III/380'],
    ['Hexyl Salicylate', 0.3, { facts: { ...CREAM, population: null } }, 'a_verifier', 'III/380'],
    ['Hydroxyethoxyphenyl Butanone', 0.7, { facts: {} }, 'dans_la_limite', 'V/60'],
    [
      'Ethyl Methacrylate',
      50,
      { facts: { ...CREAM, category: 'vernis à ongles', zone: 'ongles', professional: true } },
      'dans_la_limite',
      'III/313',
    ],
    [
      'Ethyl Methacrylate',
      50,
      { facts: { ...CREAM, category: 'vernis à ongles', zone: 'ongles', professional: false } },
      'non_conforme',
      'III/313',
    ],
    // Facts that contradict each other: what hangs on them is looked at by a person, what is forbidden is forbidden.
    ['Phenoxyethanol', 0.5, { facts: { ...SHAMPOO, zone: 'bouche' } }, 'a_verifier', 'V/29'],
    ['Phenoxyethanol', 0.5, { facts: { ...CREAM, category: 'dentifrice' } }, 'a_verifier', 'V/29'],
    ['Formaldehyde', 0.5, { facts: { ...SHAMPOO, zone: 'bouche' } }, 'non_conforme', 'II/1577'],
    ['DMDM Hydantoin', 0.3, {}, 'a_verifier', 'V/33'],
    ['DMDM Hydantoin', 0.61, {}, 'non_conforme', 'V/33'],
    ['Ethyl Glycol Acetate', 0.1, { cas: '110-49-6' }, 'inconnu', null],
    ['Triphenyl Phosphate', 0.1, {}, 'a_verifier', 'II/1767'],
    ['Triphenyl Phosphate', 0.1, { at: '2027-01-01' }, 'non_conforme', 'II/1767'],
    ['Triphenyl Phosphate', 0.1, { at: '2027-06-01', first_placed: '2026-06-01' }, 'a_verifier', 'II/1767'],
    ['Triphenyl Phosphate', 0.1, { at: '2028-07-01', first_placed: '2026-06-01' }, 'non_conforme', 'II/1767'],
    ['CI 12085', 1, {}, 'dans_la_limite', 'IV/9'],
    ['CI 10006', 1, {}, 'non_conforme', 'IV/1'],
    ['CI 10006', 1, { facts: SHAMPOO }, 'dans_la_limite', 'IV/1'],
    ['CI 99999', 1, { function: 'Colorant' }, 'non_conforme', null],
    ['Salicylic Acid', 0.5, { function: 'Conservateur' }, 'dans_la_limite', 'V/3'],
    ['Salicylic Acid', 2, {}, 'a_verifier', 'III/98'],
    ['Salicylic Acid', 2, { function: 'Kératolytique' }, 'dans_la_limite', 'III/98'],
    [
      'Salicylic Acid',
      2,
      { function: 'Kératolytique', facts: { ...CREAM, population: 'moins de 3 ans' } },
      'non_conforme',
      'III/98',
    ],
    ['HC Blue No 11', 1, {}, 'non_conforme', 'III/196'],
    ['Lippia Citriodora Absolute', 0.2, {}, 'dans_la_limite', 'III/196'],
    [
      '3-Methylamino-4-nitrophenoxyethanol',
      0.1,
      { facts: { ...SHAMPOO, category: 'coloration capillaire' } },
      'a_verifier',
      'III/235',
    ],
    ['Linalool', 1, {}, 'dans_la_limite', 'III/84'],
    ['Sodium Benzoate', 0.5, {}, 'dans_la_limite', 'V/1'],
    ['Sodium Benzoate', 0.58, {}, 'dans_la_limite', 'V/1'],
    ['Sodium Benzoate', 0.6, {}, 'non_conforme', 'V/1'],
    ['Sodium Benzoate', 2, { facts: SHAMPOO }, 'dans_la_limite', 'V/1'],
    ['Sodium Benzoate', 0.5, { facts: {} }, 'a_verifier', 'V/1'],
    ['Methylparaben', 0.44, {}, 'dans_la_limite', 'V/12'],
    ['Methylparaben', 0.45, {}, 'non_conforme', 'V/12'],
    [
      'Methylparaben',
      0.4,
      {
        lines: [
          { inci: 'Ethylparaben', percent: 0.4 },
          { inci: 'Propylparaben', percent: 0.13 },
        ],
      },
      'dans_la_limite',
      'V/12',
    ],
    [
      'Methylparaben',
      0.4,
      {
        lines: [
          { inci: 'Ethylparaben', percent: 0.45 },
          { inci: 'Propylparaben', percent: 0.18 },
        ],
      },
      'non_conforme',
      'V/12',
    ],
    ['Propylparaben', 0.18, {}, 'dans_la_limite', 'V/12 a'],
    ['Propylparaben', 0.1, { lines: [{ inci: 'Butylparaben', percent: 0.1 }] }, 'non_conforme', 'V/12 a'],
    ['Methylisothiazolinone', 0.0015, { facts: SHAMPOO }, 'dans_la_limite', 'V/57'],
    ['Methylisothiazolinone', 0.0015, {}, 'non_conforme', 'V/57'],
    ['Dehydroacetic Acid', 0.6, {}, 'dans_la_limite', 'V/13'],
    ['Dehydroacetic Acid', 0.6, { facts: { ...CREAM, spray: 'aérosol' } }, 'non_conforme', 'V/13'],
    ['Dehydroacetic Acid', 0.6, { facts: { ...CREAM, spray: null } }, 'a_verifier', 'V/13'],
    ['Homosalate', 7.34, {}, 'dans_la_limite', 'VI/3'],
    ['Homosalate', 5, { facts: { ...CREAM, zone: 'corps' } }, 'non_conforme', 'VI/3'],
    ['Zinc Oxide', 20, { function: 'Filtre UV' }, 'dans_la_limite', 'VI/30'],
    ['Zinc Oxide', 20, { lines: [{ inci: 'Zinc Oxide', percent: 6, nano: true }] }, 'non_conforme', 'VI/30'],
    [
      'Zinc Oxide',
      20,
      { nano: true, facts: { ...CREAM, spray: 'aérosol', category: 'spray solaire' } },
      'non_conforme',
      'VI/30a',
    ],
    ['Cyclopentasiloxane', 5, {}, 'a_verifier', null],
    ['Citric Acid', 0.1, { cas: '77-92-9' }, 'a_verifier', 'V/59'],
    ['Silver Chloride', 0.003, { facts: { ...CREAM, category: 'dentifrice', zone: 'bouche' } }, 'non_conforme', 'V/52'],
    ['Phenoxyethanol', 0.5, { nano: true }, 'a_verifier', 'V/29'],
    ['CI 12085', 1, { facts: { ...SHAMPOO, category: 'coloration capillaire' } }, 'a_verifier', 'IV/9'],
    ['Fenoxyethanol', 0.5, { function: 'Conservateur' }, 'a_verifier', null],
    ['Niacinamide', 5, { function: 'Dépigmentant' }, 'inconnu', null],
    ['Nom que personne ne connaît', 5, {}, 'inconnu', null],
  ])('%s at %s %% with %o is %s, by %s', async (inci, percent, more, state, entry) => {
    const verdict = await check(inci, percent as number | null, more);
    expect(verdict.state, verdict.why).toBe(state);
    if (entry) expect(verdict.entries.map(({ annex, ref }) => `${annex}/${ref}`)).toContain(entry);
    expect(verdict.corpus).toMatchObject({ id: corpus.id, date: '2026-06-17' });
  });

  test('a rule that stands in no row has its source and its day; a sum quotes each entry that limits it', async () => {
    expect((await check('DMDM Hydantoin', 0.61)).alerts).toEqual([
      { text: expect.stringContaining('0,001'), source: expect.stringContaining('2022/1181'), since: '2024-07-31' },
    ]);
    const SUN = { ...CREAM, category: 'lait solaire', zone: 'corps' };
    expect((await check('Citrus Limon Peel Oil', 0.1, { facts: SUN })).alerts[0]?.source).toContain('SCCP/0942/05');
    expect((await check('Citrus Limon Peel Oil', 0.1)).alerts).toEqual([]);
    const lines = [{ inci: 'Propylparaben', percent: 0.1 }];
    const { entries, why } = await check('Methylparaben', 0.3, { lines });
    expect(entries.map(({ annex, ref, role }) => [annex, ref, role])).toEqual([
      ['V', '12', 'applies'],
      ['V', '12 a', 'set_aside'],
    ]);
    // What is weighed and what is counted, each with its word.
    expect(why).toMatch(/0,30\u00a0% pesés, soit 0,272337\u00a0% en acide/);
    expect((await check('Sodium Benzoate', 0.5)).why).toMatch(/0,50\u00a0% pesés, soit 0,42\d*\u00a0% comptés/);
  });

  test('an inventory makes names known, and decides nothing', async () => {
    expect((await check('Glycerin', 5)).state).toBe('inconnu');
    const file = (text: string) => ({ name: 'inventaire.csv', type: 'text/csv', bytes: Buffer.from(text) });
    expect((await admin.upload('/regulation/inventory', { file: file('a,b\n1,2') })).status).toBe(422);
    const done = await admin.upload('/regulation/inventory', {
      file: file(
        'inci_name,cas_number,einecs_number,function\nGLYCERIN,56-81-5,200-289-5,"HUMECTANT, SOLVENT"\nCI 99998,,,COLORANT\n',
      ),
    });
    expect(done.body).toEqual({ rows: 2, unread: 0 });
    expect((await check('Glycerin', 5)).state).toBe('aucune_entree');
    expect((await check('Glycerin', 5, { cas: '122-99-6' })).state).toBe('a_verifier');
    expect((await check('CI 99998', 5)).state).toBe('aucune_entree');
    expect((await editor.get('/regulation/inventory')).body).toMatchObject({ rows: 2 });
    // Names that are known are offered as one types and pasted, and become nothing by themselves.
    expect((await editor.get('/substances/suggest?q=glycer')).body).toContainEqual({
      id: 'name:glycerin',
      name: 'GLYCERIN',
      kind: 'name',
      detail: 'humectant, solvent',
      example: false,
    });
    const { id } = (await editor.post('/products/', { nom_commercial: 'Collée' })).body;
    const pasted = await editor.post(`/products/${id}/formula/parse`, { text: 'Phenoxyetanol\t0,9\nGlycerin\t5\n' });
    expect(pasted.body.lines).toMatchObject([
      { label: 'Phenoxyetanol', suggestion: 'Phenoxyethanol', substance_id: null },
      { label: 'Glycerin', suggestion: null },
    ]);
  });

  test('a name that a paste brought without a number is known once a person has looked at it', async () => {
    const { body: made } = await editor.post('/substances', { inci: 'Hydroquinnone', origin: 'imported' });
    expect((await check('Hydroquinnone', 2)).state).toBe('inconnu');
    await editor.put(`/substances/${made.id}`, { ...made, origin: 'confirmed' });
    expect((await check('Hydroquinnone', 2)).state).toBe('aucune_entree');
    await editor.post('/substances', { inci: 'Extrait Z', cas: ['64-17-5'], origin: 'imported' });
    expect((await check('Extrait Z', 2)).state).toBe('aucune_entree');
  });

  test('every entry is found by name, number, reference and text, with its cells as published', async () => {
    const find = async (search: string) =>
      (await editor.get(`/regulation/entries?search=${encodeURIComponent(search)}`)).body;
    expect((await find('phenoxyethanol'))[0]).toMatchObject({ annex: 'V', ref: '29', cells: { limit: '1.0%' } });
    expect((await find('122-99-6'))[0]).toMatchObject({ ref: '29' });
    expect((await find('V/57'))[0]).toMatchObject({ ref: '57', cases: [{ limit_value: 0.0015 }] });
    expect(await find('micro-organisms')).toMatchObject([{ ref: '98' }]);
    const all = await editor.get('/regulation/entries?size=5');
    expect(all.body).toHaveLength(5);
    expect(all.headers['x-total-count']).toBe(String(Object.values(SMALL_LAW).flat().length));
    const [entry] = await find('phenoxyethanol');
    const told = await editor.put(`/regulation/entries/${entry.id}/warning`, { text: 'Contient du phénoxyéthanol' });
    expect(told.body.warning).toBe('Contient du phénoxyéthanol');
    expect((await check('Phenoxyethanol', 0.5)).warnings).toEqual(['Contient du phénoxyéthanol']);
    expect((await editor.get('/regulation/entries/nobody')).status).toBe(404);
  });

  const product = async (lines: object[], facts: object = CREAM) => {
    const { id } = (await editor.post('/products/', { nom_commercial: 'Crème' })).body;
    await editor.put(`/products/${id}/formula`, { lines: lines.map((line, index) => ({ id: `l${index}`, ...line })) });
    const saved = await editor.put(`/products/${id}/conformity`, facts, { 'if-match': '"0"' });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return id as string;
  };
  const verdictsOf = async (id: string): Promise<Map<string, Verdict>> =>
    new Map(((await editor.get(`/products/${id}/verdicts`)).body as Verdict[]).map((one) => [one.inci, one]));

  test('a formula is judged substance by substance, summed over lines, raw materials and certificates', async () => {
    const make = async (inci: string) => (await editor.post('/substances', { inci })).body.id;
    const phenoxy = await make('Phenoxyethanol');
    const linalool = await make('Linalool');
    const blend = (
      await editor.post('/materials', {
        trade_name: 'Conservateur PE',
        kind: 'mélange',
        components: [{ substance_id: phenoxy, percent_min: 50, percent_max: 70, role: 'conservateur' }],
      })
    ).body.id;
    const perfume = (
      await editor.post('/materials', {
        trade_name: 'Parfum',
        kind: 'parfum',
        allergens: [{ substance_id: linalool, percent: 10 }],
      })
    ).body.id;
    const id = await product([
      { substance_id: phenoxy, percent: 0.5 },
      { material_id: blend, percent: 1 },
      { material_id: perfume, percent: 1 },
      { label: 'Glycerin', qs: '100' },
    ]);
    const found = await verdictsOf(id);
    expect(found.get('Phenoxyethanol')).toMatchObject({ state: 'a_verifier', percent: 1.2, lines: ['l0', 'l1'] });
    expect(found.get('Linalool')).toMatchObject({ state: 'dans_la_limite', percent: 0.1 });
    expect(found.get('Parfum')).toMatchObject({ state: 'a_verifier' });
    expect(found.get('Glycerin')).toMatchObject({ state: 'aucune_entree' });
  });

  test('a case is confirmed by a person, and asked again when the entry changes; a decision falls with its line', async () => {
    const id = await product([
      { label: 'Sodium Benzoate', percent: 0.5 },
      { label: 'Inconnu Mystère', percent: 1 },
    ]);
    const [before] = [(await verdictsOf(id)).get('Sodium Benzoate')];
    expect(before).toMatchObject({ state: 'a_verifier', entries: [{ case: { letter: 'c', confirmed: false } }] });
    const entry = before?.entries[0]?.id as string;
    const path = `/products/${id}/verdicts/${encodeURIComponent('sodium benzoate')}`;
    expect((await editor.put(`${path}/case`, { entry_id: entry, letter: 'z' })).status).toBe(422);
    expect((await editor.put(`${path}/case`, { entry_id: 'x', letter: 'c' })).status).toBe(422);
    const confirmed = await editor.put(`${path}/case`, { entry_id: entry, letter: 'c' });
    expect(confirmed.body).toMatchObject({ state: 'dans_la_limite', entries: [{ case: { confirmed: true } }] });
    expect((await editor.put(`${path}/decision`, { reason: 'Vu avec le laboratoire.' })).status).toBe(409);

    const unknown = `/products/${id}/verdicts/${encodeURIComponent('inconnu mystere')}`;
    expect((await editor.get(`/products/${id}/verdicts`)).body[1]).toMatchObject({
      state: 'inconnu',
      key: 'inconnu mystere',
    });
    expect((await editor.put(`${unknown}/decision`, { reason: 'x' })).status).toBe(422);
    const paraben = await product([{ label: 'Lead Acetate', percent: 0.1 }]);
    const doubt = `/products/${paraben}/verdicts/${encodeURIComponent('lead acetate')}`;
    const decided = await editor.put(`${doubt}/decision`, { reason: 'Vérifié : trace du pigment.' });
    expect(decided.body).toMatchObject({ state: 'a_verifier', decision: { reason: 'Vérifié : trace du pigment.' } });
    await editor.put(`/products/${paraben}/formula`, { lines: [{ id: 'l0', label: 'Lead Acetate', percent: 0.2 }] });
    expect((await verdictsOf(paraben)).get('Lead Acetate')?.decision).toBeNull();
    expect((await editor.get('/products/nobody/verdicts')).status).toBe(404);
  });

  test('« oui, c’est elle »: the entry applies, with its verdict; without direction, an answer of before is asked again', async () => {
    const id = await product([{ label: 'Lead Acetate', percent: 0.1 }]);
    const path = `/products/${id}/verdicts/${encodeURIComponent('lead acetate')}/decision`;
    const verdict = async () => (await verdictsOf(id)).get('Lead Acetate');
    expect(await verdict()).toMatchObject({ state: 'a_verifier', asks: true, decision: null, earlier_decision: null });
    const yes = await editor.put(path, { reason: 'C’est bien un composé du plomb.', applies: true });
    expect(yes.body).toMatchObject({ state: 'non_conforme', decision: { applies: true, by: editor.email } });
    expect((await editor.get(`/products/${id}/findings`)).body[0]).toMatchObject({ code: 'INTERDIT' });
    // It has its answer: another one is given once this one is taken back.
    expect((await editor.put(path, { reason: 'Non, une autre.' })).status).toBe(409);
    expect((await editor.delete(path)).status).toBe(204);
    expect(await verdict()).toMatchObject({ state: 'a_verifier', decision: null });
    const no = await editor.put(path, { reason: 'Non, parce que c’est une trace.' });
    expect(no.body).toMatchObject({ state: 'a_verifier', decision: { applies: false } });

    await app.deps.db
      .updateTable('law_decisions')
      .set({ data: JSON.stringify({ reason: 'C’est bien elle.' }) })
      .where('product_id', '=', id)
      .execute();
    expect(await verdict()).toMatchObject({
      state: 'a_verifier',
      decision: null,
      earlier_decision: { by: editor.email, reason: 'C’est bien elle.' },
    });
    const other = await product([{ label: 'Sodium Benzoate', percent: 0.5 }]);
    const open = `/products/${other}/verdicts/${encodeURIComponent('sodium benzoate')}/decision`;
    // No entry is to be confirmed there: which case it is, is.
    expect((await editor.put(open, { reason: 'Oui.', applies: true })).status).toBe(409);
  });

  test('a new corpus is compared, judged in the background, and says product by product what it changes', async () => {
    const id = await product([{ label: 'Phenoxyethanol', percent: 0.9 }]);
    const stricter = SMALL_LAW.V.map((row) => (row.ref === '29' ? { ...row, limit: '0.5%' } : row));
    const files = smallLawFiles().map((file) =>
      file.name.includes('-V.') ? { ...file, bytes: lawFile('V', stricter, '20/11/2026') } : file,
    );
    const seen = (await bring(files)).body;
    expect(seen.differences).toEqual([
      { key: 'V/29', name: '2-Phenoxyethanol', kind: 'changed', cells: [{ name: 'limit', from: '1.0%', to: '0.5%' }] },
    ]);
    await admin.post(`/regulation/corpora/${seen.id}/activate`);
    await app.deps.jobs.idle();
    const { changes, progress } = (await editor.get(`/regulation/corpora/${seen.id}/changes`)).body;
    expect(progress).toBeNull();
    expect(changes).toContainEqual(
      expect.objectContaining({ product_id: id, inci: 'Phenoxyethanol', from: 'dans_la_limite', to: 'non_conforme' }),
    );
    expect(
      (await editor.get('/regulation/corpora')).body.filter(({ active }: { active: boolean }) => active),
    ).toHaveLength(1);
  });

  test('an answer that a new corpus makes fall is told, and the journal keeps every answer and what is taken back', async () => {
    const id = await product([{ label: 'Lead Acetate', percent: 0.1 }]);
    const path = `/products/${id}/verdicts/${encodeURIComponent('lead acetate')}/decision`;
    await editor.put(path, { reason: 'Vu avec le toxicologue.', applies: true });
    expect((await editor.delete(path)).status).toBe(204);
    await editor.put(path, { reason: 'Trace du pigment.' });
    const lines = (await admin.get('/audit?object_type=regulation&size=3')).body.map(
      ({ action, object_label }: Record<string, string>) => [action, object_label?.split(' — ')[1]],
    );
    expect(lines).toEqual([
      ['regulation.decision', expect.stringMatching(/^Lead Acetate\s: vérifié, «\sTrace du pigment\.\s»$/u)],
      [
        'regulation.withdraw',
        expect.stringMatching(/^Lead Acetate\s: l’entrée s’applique, «\sVu avec le toxicologue\.\s»$/u),
      ],
      ['regulation.decision', expect.stringMatching(/^Lead Acetate\s: l’entrée s’applique/u)],
    ]);
    const reworded = SMALL_LAW.II.map((row) => (row.ref === '289' ? { ...row, ec: '231-100-4' } : row));
    const files = smallLawFiles().map((file) =>
      file.name.includes('-II.') ? { ...file, bytes: lawFile('II', reworded, '21/11/2026') } : file,
    );
    const { body: corpus } = await bring(files);
    await admin.post(`/regulation/corpora/${corpus.id}/activate`);
    await app.deps.jobs.idle();
    const { changes } = (await editor.get(`/regulation/corpora/${corpus.id}/changes`)).body;
    expect(changes).toContainEqual(
      expect.objectContaining({
        product_id: id,
        from: 'a_verifier',
        to: 'a_verifier',
        why: expect.stringMatching(/^La réponse de .+ \(«\sTrace du pigment\.\s»\) ne vaut plus\./u),
      }),
    );
  });

  test('facts of a product are checked, kept with a revision, and stale ones are refused', async () => {
    const { id } = (await editor.post('/products/', { nom_commercial: 'Faits' })).body;
    expect((await editor.get(`/products/${id}/conformity`)).body).toMatchObject({ rinse: null, revision: 0 });
    expect((await editor.put(`/products/${id}/conformity`, { rinse: 'peut-être' })).status).toBe(422);
    expect((await editor.put(`/products/${id}/conformity`, { autre: 1 })).status).toBe(422);
    const saved = await editor.put(`/products/${id}/conformity`, CREAM);
    expect(saved.headers.etag).toBe('"1"');
    expect((await editor.put(`/products/${id}/conformity`, saved.body, { 'if-match': '"1"' })).body.revision).toBe(2);
    expect((await editor.put(`/products/${id}/conformity`, CREAM, { 'if-match': '"1"' })).status).toBe(412);
  });
});

test('one click fetches the five annexes, from where the setting says and nowhere else', async () => {
  const asked: string[] = [];
  let reply: 'exports' | 'elsewhere' | 'a page' | 'without end' = 'exports';
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    const annex = /annexes\/(\w+)\//.exec(request.url ?? '')?.[1] as keyof typeof SMALL_LAW;
    if (reply === 'elsewhere') answer.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    else if (reply === 'a page') answer.end('<!doctype html><title>Maintenance</title><p>Annex II</p>');
    else if (reply === 'without end')
      pipeline(
        Readable.from(
          (function* () {
            for (;;) yield Buffer.alloc(1 << 20, 'a');
          })(),
        ),
        answer,
        () => undefined,
      );
    else answer.end(lawFile(annex, SMALL_LAW[annex]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const app = await testApp({ engine: 'sqlite', config: { cosingUrl: `http://127.0.0.1:${port}/api` } });
  const admin = await app.as('admin');
  const editor = await app.as('editor');
  expect((await editor.post('/regulation/corpora/fetch')).status).toBe(403);
  expect(asked).toEqual([]);
  const seen = await admin.post('/regulation/corpora/fetch');
  expect(seen.body).toMatchObject({ missing: [], active: false });
  expect(asked).toEqual(['II', 'III', 'IV', 'V', 'VI'].map((annex) => `/api/annexes/${annex}/export-csv`));
  for (const [lie, status] of [
    ['elsewhere', 503],
    ['a page', 422],
    ['without end', 503],
  ] as const) {
    reply = lie;
    expect((await admin.post('/regulation/corpora/fetch')).status, lie).toBe(status);
  }
  expect((await admin.get('/regulation/corpora')).body).toHaveLength(1);
  await app.close();
  server.close();
});

test('the same file by other columns is another corpus, and what is answered is what is kept', async () => {
  const app = await testApp();
  const admin = await app.as('admin');
  const text = lawFile('III', SMALL_LAW.III)
    .toString()
    .replace('Maximum concentration in ready', 'Highest content in ready')
    .replace('Product Type, body parts', 'Kind and place');
  const file = { name: 'III.csv', type: 'text/csv', bytes: Buffer.from(text) };
  const { body: looked } = await admin.upload('/regulation/corpora/columns', { file: [file] });
  const cells: (string | null)[] = looked[0].columns.map(({ cell }: { cell: string | null }) => cell);
  const headers: string[] = looked[0].columns.map(({ header }: { header: string }) => header);
  const chosen = (limit: string, product: string) =>
    JSON.stringify({
      III: cells.map((cell, index) =>
        headers[index]?.startsWith(limit) ? 'limit' : headers[index]?.startsWith(product) ? 'product' : cell,
      ),
    });
  const give = (columns: string, corpus_id?: string) =>
    admin.upload('/regulation/corpora', { fields: { columns, ...(corpus_id ? { corpus_id } : {}) }, file: [file] });
  const { body: wrong } = await give(chosen('Kind', 'Highest'));
  const { body: right } = await give(chosen('Highest', 'Kind'), wrong.id);
  expect(right.id).toBe(wrong.id);
  expect(right.sha256).not.toBe(wrong.sha256);
  await admin.post(`/regulation/corpora/${right.id}/activate`);
  for (const entry of (await admin.get('/regulation/entries')).body) {
    const kept = await app.database.db
      .selectFrom('corpus_entries')
      .select('cells')
      .where('id', '=', entry.id)
      .executeTakeFirstOrThrow();
    expect(entry.limit_text).toBe(JSON.parse(kept.cells).limit.trim());
  }
  await app.close();
});

test('an answer is not kept for another quantity than the one that was read', async () => {
  const app = await testApp();
  const [admin, editor] = [await app.as('admin'), await app.as('editor')];
  const { body: corpus } = await admin.upload('/regulation/corpora', { file: smallLawFiles() });
  await admin.post(`/regulation/corpora/${corpus.id}/activate`);
  const at = `/products/${(await editor.post('/products', { nom_commercial: 'Citron' })).body.id}`;
  const save = (percent: number) => {
    const lines = [lineWith({ id: '1', label: 'Citrus Limon Peel Oil', percent })];
    return editor.put(`${at}/formula`, { mode: 'table', lines });
  };
  await save(0.1);
  const [{ key, percent, why }] = (await editor.get(`${at}/verdicts`)).body;
  await save(25);
  const answer = (seen: object) =>
    editor.put(`${at}/verdicts/${encodeURIComponent(key)}/decision`, { reason: 'Mesuré à 0,1 %.', seen });
  expect((await answer({ percent, why })).status).toBe(412);
  const [now] = (await editor.get(`${at}/verdicts`)).body;
  expect((await answer({ percent: now.percent, why: now.why })).body.decision.reason).toBe('Mesuré à 0,1 %.');
  await app.close();
});

test.skipIf(!process.env.COSING_EXPORTS)('the real exports are read whole', async () => {
  const folder = process.env.COSING_EXPORTS ?? '';
  const app = await testApp({ engine: 'sqlite' });
  const admin = await app.as('admin');
  const file = readdirSync(folder).map((name) => ({ name, type: 'text/csv', bytes: readFileSync(join(folder, name)) }));
  const { body } = await admin.upload('/regulation/corpora', { file });
  expect(body.missing).toEqual([]);
  const rows = body.files.reduce((sum: number, one: { rows: number }) => sum + one.rows, 0);
  expect(rows).toBeGreaterThanOrEqual(2_385);
  await admin.post(`/regulation/corpora/${body.id}/activate`);
  const entries = await admin.get('/regulation/entries?size=1');
  expect(entries.headers['x-total-count']).toBe(String(rows));
  await app.close();
});
