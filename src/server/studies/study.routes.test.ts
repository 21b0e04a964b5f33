import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Control } from '#shared/control/control.contract.ts';
import { dayOf, daysAfter, monthsAfter } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import type { Study } from '#shared/studies/study.contract.ts';
import { STUDY_LIMITS } from '#shared/studies/study.contract.ts';
import { studyFileKey } from '#shared/studies/study.file.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const TODAY = dayOf(new Date());
const point = (valeur: number) => ({ valeur, unite: 'mois' as const });
const reading = (more: object = {}) => ({
  condition: '40 °C',
  point: 1,
  le: '2026-02-12',
  valeurs: { pH: '5,4' },
  remarque: null,
  ...more,
});
const study = (more: object = {}) => ({
  type: 'accélérée',
  laboratoire: 'Laboratoire Armor',
  protocole: 'Trois mois à 40 °C.',
  debut: '2026-01-12',
  conditions: ['25 °C', '40 °C'],
  points: [point(0), point(1)],
  criteres: [
    { nom: 'pH', min: 5, max: '6,5' },
    { nom: 'Aspect', attendu: 'limpide' },
  ],
  lectures: [reading()],
  ...more,
});

describe.each(ENGINES)('studies, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const product = async (): Promise<string> =>
    `/products/${(await editor.post('/products', { nom_commercial: 'Crème' })).body.id}`;
  const findings = async (at: string, code: string): Promise<string[]> =>
    ((await editor.get(`${at}/findings`)).body as Finding[]).filter((one) => one.code === code).map(({ text }) => text);
  const pointOf = async (at: string, key: string) =>
    ((await editor.get(`${at}/control`)).body as Control).points.find((one) => one.key === key);

  test('a study is kept as it was given, judged as it is read, and sent back unchanged changes nothing', async () => {
    const at = await product();
    const { status, body } = await editor.post(`${at}/studies`, study());
    expect([status, body.detail]).toEqual([201, undefined]);
    const one: Study = body;
    expect(one).toMatchObject({
      tolerance_jours: 7,
      lot_id: null,
      conclusion: null,
      criteres: [
        { nom: 'pH', unite: null, min: 5, max: 6.5, attendu: null },
        { nom: 'Aspect', unite: null, min: null, max: null, attendu: 'limpide' },
      ],
    });
    expect(one.lectures).toEqual([{ ...reading(), verdict: 'dans les limites' }]);
    const path = `${at}/studies/${one.id}`;
    const again = await editor.put(path, one, { 'If-Match': '"1"' });
    expect(again.body).toEqual({ ...one, revision: 2, updated_at: again.body.updated_at });
    expect((await editor.put(path, one, { 'If-Match': '"1"' })).status).toBe(412);
    const out = [reading({ valeurs: { pH: '7' } })];
    expect((await editor.put(path, { ...one, lectures: out })).body.lectures[0].verdict).toBe('hors limites');
    const history = (await editor.get(`${at}/follow-up/revisions`)).body;
    expect(history.map(({ changes }: { changes: { label: string }[] }) => changes.map(({ label }) => label))).toEqual([
      ['Lecture, 40 °C, 1 mois'],
      [],
      expect.arrayContaining([
        'Type',
        'Laboratoire',
        'Début',
        'Conditions',
        'Points',
        'Critères',
        'Lecture, 40 °C, 1 mois',
      ]),
    ]);
    const other = await product();
    expect((await editor.get(`${other}/studies/${one.id}`)).status).toBe(404);
    expect((await editor.delete(path)).status).toBeLessThan(300);
    expect((await editor.get(`${at}/studies`)).body).toEqual([]);
    const admin = await app.as('admin');
    expect((await admin.post(`/trash/${one.id}/restore`)).body.type).toBe('study');
    expect((await editor.get(`${at}/studies`)).body).toHaveLength(1);
  });

  test.each([
    [{ type: 'longue' }, 'type', /type d’étude/],
    [{ debut: daysAfter(TODAY, 1), lectures: [] }, 'debut', /avenir/],
    [{ debut: '2026-02-30', lectures: [] }, 'debut', /Date invalide/],
    [{ points: [point(1), { valeur: 1, unite: 'semaines' }] }, 'points.1.valeur', /existe deux fois/],
    [{ points: [{ valeur: 1.5, unite: 'mois' }], lectures: [] }, 'points.0.valeur', /entier/],
    [{ points: [{ valeur: -1, unite: 'mois' }], lectures: [] }, 'points.0.valeur', /négative/],
    [{ conditions: ['25 °C', '25 °C', '40 °C'] }, 'conditions.1', /existe deux fois/],
    [{ criteres: [{ nom: 'pH' }, { nom: 'ph' }] }, 'criteres.1.nom', /existe deux fois/],
    [{ criteres: [{ nom: 'pH', min: 7, max: 5 }] }, 'criteres.0.max', /plus petit/],
    [{ criteres: [{ nom: 'pH', min: 'cinq' }] }, 'criteres.0.min', /Nombre invalide/],
    [{ lectures: [reading({ condition: '50 °C' })] }, 'lectures.0.condition', /pas une condition/],
    [{ lectures: [reading({ point: 2 })] }, 'lectures.0.point', /pas de point 2/],
    [{ lectures: [reading(), reading()] }, 'lectures.1.point', /existe deux fois/],
    [{ lectures: [reading({ le: daysAfter(TODAY, 1) })] }, 'lectures.0.le', /avenir/],
    [{ lectures: [reading({ le: '2026-01-11' })] }, 'lectures.0.le', /précède le début/],
    [{ lectures: [reading({ valeurs: { Odeur: 'rien' } })] }, 'lectures.0.valeurs', /pas un critère/],
    [{ lot_id: 'aucun' }, 'lot_id', /pas de ce produit/],
    [{ tolerance_jours: 91 }, 'tolerance_jours', /au plus égale à 90/],
    [{ surprise: 1 }, 'surprise', /./],
  ])('%j is a sentence by its field', async (values, where, text) => {
    const at = await product();
    const { status, body } = await editor.post(`${at}/studies`, study(values));
    expect(status).toBe(422);
    const said = (body.detail as { loc: (string | number)[]; msg: string }[]).map(({ loc, msg }) => [
      loc.slice(1).join('.'),
      msg,
    ]);
    expect(Object.fromEntries(said)[where]).toMatch(text);
  });

  test('a criterion may be called as any object is, and is judged by its own value', async () => {
    const at = await product();
    const odd = study({
      criteres: [
        { nom: 'constructor', min: 1 },
        { nom: 'toString', attendu: 'rien' },
      ],
      lectures: [reading({ valeurs: {} })],
    });
    expect((await editor.post(`${at}/studies`, odd)).body.lectures[0].verdict).toBeNull();
    expect((await editor.get(`${at}/control`)).status).toBe(200);
    expect((await editor.post(`${at}/studies`, study({ criteres: [{ nom: '__proto__' }], lectures: [] }))).status).toBe(
      422,
    );
    const long = 'n'.repeat(300);
    const named = study({ criteres: [{ nom: long }], lectures: [reading({ valeurs: { [long]: '5' } })] });
    expect((await editor.post(`${at}/studies`, named)).status).toBe(201);
  });

  test('a reading on the day it begins, ninety days of tolerance, and what is not there yet are taken', async () => {
    const at = await product();
    const taken = study({ tolerance_jours: 90, lectures: [reading({ point: 0, le: '2026-01-12', valeurs: {} })] });
    expect((await editor.post(`${at}/studies`, taken)).status).toBe(201);
    expect((await editor.post(`${at}/studies`, { type: 'PAO' })).status).toBe(201);
  });

  test('a point that nobody has read after its tolerance is told, and one beyond its limits until somebody says why', async () => {
    const at = await product();
    // A month after this beginning, seven days of tolerance end today.
    const debut = monthsAfter(daysAfter(TODAY, -7), -1);
    const due = monthsAfter(debut, 1);
    const late = daysAfter(due, 7) < TODAY;
    const { body } = await editor.post(`${at}/studies`, study({ debut, points: [point(1)], lectures: [] }));
    expect(await findings(at, 'ETUDE_EN_RETARD')).toHaveLength(late ? 1 : 0);
    const path = `${at}/studies/${body.id}`;
    const tight = study({ debut, points: [point(1)], lectures: [], tolerance_jours: 6 });
    await editor.put(path, tight);
    expect(await findings(at, 'ETUDE_EN_RETARD')).toEqual([expect.stringMatching(/1 mois.*25\s°C, 40\s°C/)]);
    const read = (remarque: string | null, pH = '7') =>
      editor.put(path, {
        ...tight,
        conclusion: 'Stable trois mois.',
        lectures: ['25 °C', '40 °C'].map((condition) => reading({ condition, le: TODAY, remarque, valeurs: { pH } })),
      });
    await read(null);
    expect(await findings(at, 'ETUDE_EN_RETARD')).toEqual([]);
    expect(await findings(at, 'ETUDE_HORS_LIMITES')).toHaveLength(2);

    const lacks = async (): Promise<string> => JSON.stringify((await pointOf(at, 'A2'))?.missing);
    expect(await lacks()).toContain('Rapport de stabilité (fichier)');
    expect(await lacks()).toContain('hors limites');
    const file = { name: 'etude.pdf', bytes: pdfOf('étude') };
    const fields = { product_id: at.split('/')[2] ?? '', field_key: studyFileKey(body.id) };
    expect((await editor.upload('/attachments', { fields, file })).status).toBeLessThan(300);
    // It stands for what the conformity would say of it.
    for (const said of ['Protocole de stabilité', 'Conclusion de l’étude', 'Rapport de stabilité'])
      expect(await lacks()).not.toContain(said);
    expect((await pointOf(at, 'A2'))?.covered_by.map(({ text }) => text)).toContain('etude.pdf');
    await read('Sonde déréglée, refaite le lendemain.');
    expect(await lacks()).not.toContain('hors limites');
    expect(await findings(at, 'ETUDE_HORS_LIMITES')).toHaveLength(2);
    await read(null, '5,5');
    expect(await findings(at, 'ETUDE_HORS_LIMITES')).toEqual([]);
  });

  test('as many studies as a product may have, and not one more', async () => {
    const at = await product();
    const id = at.split('/')[2] ?? '';
    const rows = Array.from({ length: STUDY_LIMITS.each - 1 }, (_, index) => ({
      id: `${id}-${index}`,
      product_id: id,
      kind: 'study',
      label: 'x',
      data: '{}',
      revision: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      created_by: null,
      updated_at: '2026-01-01T00:00:00.000Z',
      updated_by: null,
      deleted_at: null,
      deleted_by: null,
    }));
    await app.database.db.insertInto('follow_records').values(rows).execute();
    expect((await editor.post(`${at}/studies`, { type: 'autre' })).status).toBe(201);
    expect((await editor.post(`${at}/studies`, { type: 'autre' })).status).toBe(409);
  });
});
