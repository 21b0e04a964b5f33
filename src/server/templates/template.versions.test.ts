import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRODUCT_KIND_NAMES } from '#shared/contract/product.kinds.ts';
import { CONTROL_FIELDS } from '#shared/control/control.print.ts';
import type { CosmeticPoint } from '#shared/control/point.titles.ts';
import { isKnownPlaceholder } from '#shared/templates/placeholders.ts';
import { POINT_TAGS, printedPoints } from '#shared/templates/printed.points.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const file = (body: string, name = 'modèle.docx') => ({ name, bytes: docxOf({ body }) });

describe.each(ENGINES)('the files of a template on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());
  const create = async (body: string) =>
    (await editor.upload('/templates/', { fields: { name: 'M', version: '1' }, file: file(body) })).body.id as string;
  const replace = (id: string, body: string, version: string) =>
    editor.upload(`/templates/${id}`, { method: 'PUT', fields: { version }, file: file(body, `v${version}.docx`) });
  const filesOf = async (id: string) => (await editor.get(`/templates/${id}/files`)).body;

  test('each file stays, with its version, its day and who imported it; the newest is the present one', async () => {
    const id = await create(p('un'));
    app.wait(60_000);
    await replace(id, p('deux'), '2');
    expect(await filesOf(id)).toMatchObject([
      { file_name: 'v2.docx', version: '2', imported_by: editor.email, current: true },
      { file_name: 'modèle.docx', version: '1', imported_by: editor.email, current: false },
    ]);
    await editor.put(`/templates/${id}`, { version: '2.1' });
    expect((await filesOf(id)).map((one: { version: string }) => one.version)).toEqual(['2.1', '1']);
    const [, old] = await filesOf(id);
    expect((await editor.get(`/templates/${id}/files/${old.id}/docx`)).bytes).toEqual(docxOf({ body: p('un') }));
  });

  test('an older file is taken back, and the one it replaces stays in the list', async () => {
    const id = await create(p('{{ph}}'));
    app.wait(60_000);
    await replace(id, p('{{viscosite}}'), '2');
    app.wait(60_000);
    const [, old] = await filesOf(id);
    const restored = await editor.post(`/templates/${id}/files/${old.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { version: '1', placeholders: ['ph'] } });
    expect((await filesOf(id)).map((one: { current: boolean }) => one.current)).toEqual([true, false, false]);
    expect((await editor.get(`/templates/${id}/docx`)).bytes).toEqual(docxOf({ body: p('{{ph}}') }));
  });

  test('two files are compared: tags, words, and what is no words', async () => {
    const id = await create(p('Crème {{nom_commercial}}') + p('pH : {{ph}}') + p('Fin'));
    app.wait(60_000);
    await replace(id, p('Crème {{nom_produit}}') + p('pH : {{ph}}') + p('Ajout {{ph}}') + p('Fin'), '2');
    const [now, old] = await filesOf(id);
    const { body } = await editor.get(`/templates/${id}/compare?from=${old.id}&to=${now.id}`);
    expect(body).toEqual({
      tags: {
        removed: [{ written: '{{nom_commercial}}', label: 'Nom commercial', times: 1 }],
        added: [
          { written: '{{nom_produit}}', label: 'Nom du produit', times: 1 },
          { written: '{{ph}}', label: 'pH', times: 1 },
        ],
      },
      changes: [
        { part: 'Corps du document', removed: ['Crème {{nom_commercial}}'], added: ['Crème {{nom_produit}}'] },
        { part: 'Corps du document', removed: [], added: ['Ajout {{ph}}'] },
      ],
      more: 0,
      others: [],
    });
    const same = await editor.get(`/templates/${id}/compare?from=${now.id}&to=${now.id}`);
    expect(same.body).toEqual({ tags: { removed: [], added: [] }, changes: [], more: 0, others: [] });
  });

  test('two long texts that differ far from their beginning are shown where they do', async () => {
    const long = 'mot '.repeat(2_000);
    const id = await create(p(`${long}ancien`));
    app.wait(60_000);
    await replace(id, p(`${long}nouveau`), '2');
    const [now, old] = await filesOf(id);
    const { body } = await editor.get(`/templates/${id}/compare?from=${old.id}&to=${now.id}`);
    expect(body.changes).toMatchObject([
      { removed: [expect.stringMatching(/^….*ancien$/)], added: [expect.stringMatching(/^….*nouveau$/)] },
    ]);
  });

  test('a file of another template is not given, compared nor taken back', async () => {
    const [id, other] = [await create(p('a')), await create(p('b'))];
    const [mine] = await filesOf(id);
    const [theirs] = await filesOf(other);
    expect((await editor.get(`/templates/${id}/files/${theirs.id}/docx`)).status).toBe(404);
    expect((await editor.post(`/templates/${id}/files/${theirs.id}/restore`)).status).toBe(404);
    expect((await editor.get(`/templates/${id}/compare?from=${mine.id}&to=${theirs.id}`)).status).toBe(404);
    expect((await editor.get(`/templates/${id}/compare?from=${mine.id}`)).status).toBe(422);
  });

  test('a copy has the file of its source as its first', async () => {
    const id = await create(p('x'));
    const copy = await editor.post(`/templates/${id}/duplicate`, { name: 'Copie' });
    expect(await filesOf(copy.body.id)).toMatchObject([{ current: true, file_name: 'modèle.docx' }]);
  });

  test('thousands of paragraphs that have nothing in common are compared all the same', {
    tags: ['slow'],
  }, async () => {
    const many = (word: string): string => Array.from({ length: 4_000 }, (_, n) => p(`${word} ${n}`)).join('');
    const id = await create(many('avant'));
    app.wait(60_000);
    await replace(id, many('après'), '2');
    const [now, old] = await filesOf(id);
    const { status, body } = await editor.get(`/templates/${id}/compare?from=${old.id}&to=${now.id}`);
    expect(status).toBe(200);
    expect(body.changes[0].added[0]).toBe('après 0');
  });

  test('what the control asks for of a point is among what shows it in a document', async () => {
    const { body } = await editor.post('/products/', { nom_commercial: 'Crème' });
    const control = await editor.get(`/products/${body.id}/control`);
    const tagOf = new Map(CONTROL_FIELDS.map(({ field, placeholder }) => [String(field.name), placeholder]));
    const asked = (control.body.points as { key: CosmeticPoint; missing: { field: string }[] }[]).flatMap(
      ({ key, missing }) =>
        missing
          .map(({ field }) => ({ key, tag: tagOf.get(field) ?? field }))
          .filter(({ tag }) => isKnownPlaceholder(tag)),
    );
    expect(asked.length).toBeGreaterThan(30);
    // It decides which limits hold for A.3, and is printed where A.6 tells whom the product is for.
    const elsewhere = { key: 'A3', tag: 'population' };
    expect(asked.filter(({ key, tag }) => !POINT_TAGS[key].flat().includes(tag))).toEqual([elsewhere]);
  });

  test('how much of each point a template prints', async () => {
    const id = await create(p('{{b1}} {{animaux_date}}'));
    const { body } = await editor.get(`/templates/${id}/tags`);
    const point = (key: string) => body.points.find((one: { key: string }) => one.key === key);
    expect(body.points).toHaveLength(19);
    expect(point('B1')).toMatchObject({ name: 'B.1', printed: 1, of: 1, missing: [] });
    expect(point('11-2-e')).toMatchObject({ printed: 1, of: 3 });
    expect(point('A1').missing).toEqual([{ name: 'formule_lignes', label: expect.stringMatching(/^Formule/) }]);
  });
});

test('every tag that shows a point exists, and every point has one', () => {
  const tags = Object.values(POINT_TAGS).flatMap((names) => names.flat());
  expect(tags.filter((name) => !isKnownPlaceholder(name))).toEqual([]);
  for (const kind of PRODUCT_KIND_NAMES)
    expect(printedPoints(new Set(), kind).filter(({ of }) => of === 0)).toEqual([]);
});
