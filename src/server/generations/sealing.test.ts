import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docxOf, entry, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const RAW = docxOf({ body: p('{{nom_commercial}} {{ref_formule}}') + p('À compléter : stabilité') });
const GOOD = docxOf({ body: p('Crème Éclat d’Aube, référence CV-2026-014') });
const TRACKED = docxOf({
  body: `${p('Référence CV-2026-014')}<w:p><w:ins w:id="1" w:author="Léa"><w:r><w:t>ajout</w:t></w:r></w:ins><w:del w:id="2" w:author="Léa"><w:r><w:delText>retrait</w:delText></w:r></w:del></w:p>`,
});
const COMMENTED = docxOf({
  body: `<w:p><w:r><w:t>CV-2026-014</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
  override:
    '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>',
  extra: [
    entry(
      'word/comments.xml',
      '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="Léa"><w:p><w:r><w:t>À revoir</w:t></w:r></w:p></w:comment></w:comments>',
    ),
  ],
});

describe.each(ENGINES)('a document about to be sealed, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let template: string;
  let product: string;
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('essai')) });
    editor = await app.as('editor');
    template = (
      await editor.upload('/templates/', {
        fields: { name: 'Fiche' },
        file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_commercial}} {{ref_formule}} À compléter') }) },
      })
    ).body.id;
    product = (await editor.post('/products/', { nom_commercial: 'Crème Éclat d’Aube', ref_formule: 'CV-2026-014' }))
      .body.id;
    await editor.post('/products/', {
      nom_commercial: 'Lait du Soir',
      ref_formule: 'LS 2026/9',
      ref_produit: 'Bis-Lait',
    });
  });
  afterAll(() => app.close());

  const draft = async () =>
    (await editor.post('/generations/', { template_id: template, product_id: product })).body as {
      id: string;
      sha256: string;
      file_name: string;
    };
  const finalize = (id: string, bytes: Buffer, check = '?check=true') =>
    editor.upload(`/generations/${id}/finalize${check}`, { method: 'PATCH', file: { name: 'lait.docx', bytes } });
  const kept = async (bytes: Buffer): Promise<string> => {
    const stored = await app.deps.files.save(bytes);
    await app.deps.files.record(app.database.db, stored);
    return stored.id;
  };
  const codes = (body: { findings?: { code: string }[] }) => (body.findings ?? []).map(({ code }) => code).sort();

  const CASES: [what: string, bytes: Buffer, found: string[]][] = [
    ['a raw template', RAW, ['not_this_product', 'tags', 'to_complete']],
    ['half a tag', docxOf({ body: p('CV-2026-014 {{nom') }), ['tags']],
    [
      'the document of another product',
      docxOf({ body: p('Lait du Soir, réf.:LS 2026/9.') }),
      ['not_this_product', 'other_product'],
    ],
    ['another product’s reference beside its own', docxOf({ body: p('CV-2026-014 (BIS-LAIT)') }), ['other_product']],
    ['tracked changes', TRACKED, ['tracked_changes']],
    ['comments', COMMENTED, ['comments']],
    ['letters that no font of ours has', docxOf({ body: p('CV-2026-014 中文字 한국어 ภาษา') }), ['letters']],
  ];
  test.each(CASES)('%s is told, and nothing is kept of it', async (_, bytes, found) => {
    const made = await draft();
    const { status, body } = await finalize(made.id, bytes);
    expect([status, codes(body)]).toEqual([409, found]);
    for (const { message } of body.findings) expect(message).toMatch(/[.…]$/);
    const inspected = await editor.upload(`/generations/${made.id}/inspect`, { file: { name: 'x.docx', bytes } });
    expect(inspected.body.findings).toEqual(body.findings);
    expect(inspected.body.remarks).toEqual(body.findings.map(({ message }: { message: string }) => message));
    expect((await editor.get(`/generations/${made.id}`)).body).toMatchObject({
      status: 'draft',
      sha256: made.sha256,
      finalized_at: null,
    });
    expect((await editor.get(`/products/${product}`)).body.status).toBe('DRAFT');
  });

  test('the draft handed in as it was is known by its bytes', async () => {
    const made = await draft();
    const { bytes } = await editor.get(`/generations/${made.id}/docx`);
    expect(codes((await finalize(made.id, bytes)).body)).toEqual(['to_complete', 'untouched']);
  });

  test('another document that was generated is known by its bytes, and a deposit is not replaced without a word', async () => {
    const first = await draft();
    const { bytes } = await editor.get(`/generations/${first.id}/docx`);
    await editor.put(`/products/${product}`, {
      nom_commercial: 'Crème Éclat d’Aube',
      ref_formule: 'CV-2026-014',
      ph: '5,5',
    });
    const second = await draft();
    const told = (await finalize(second.id, bytes)).body.findings as { code: string; message: string }[];
    if (first.sha256 !== second.sha256)
      expect(told.find(({ code }) => code === 'other_draft')?.message).toContain('Fiche');
    // Kept, and not sealed: somebody else's comes after it.
    const values = {
      docx_file_id: await kept(docxOf({ body: p('CV-2026-014, par Anne') })),
      finalized_at: new Date().toISOString(),
      final_file_name: 'anne.docx',
    };
    await app.database.db.updateTable('generations').set(values).where('id', '=', second.id).execute();
    const other = docxOf({ body: p('Crème Éclat d’Aube, référence CV-2026-014, de Luc') });
    const { body } = await finalize(second.id, other);
    expect(body.findings).toMatchObject([{ code: 'deposited', message: expect.stringContaining('anne.docx') }]);
  });

  test('the stored document is read before it is validated as it is', async () => {
    const made = await draft();
    const refused = await editor.patch(`/generations/${made.id}/validate?check=true`);
    expect([refused.status, codes(refused.body)]).toEqual([409, ['to_complete']]);
    expect(codes((await editor.get(`/generations/${made.id}/inspect`)).body)).toEqual(['to_complete']);
    expect((await editor.get(`/generations/${made.id}`)).body.status).toBe('draft');
    const insisted = await editor.patch(`/generations/${made.id}/validate`);
    expect([insisted.status, insisted.body.status]).toEqual([200, 'success']);
    expect((await editor.patch(`/generations/${made.id}/validate?check=true`)).body.findings).toBeUndefined();
  });

  test('what is right is sealed with the check, under the name of its own document', async () => {
    const made = await draft();
    const { status, body } = await finalize(made.id, GOOD);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', file_name: made.file_name, final_file_name: 'lait.docx' });
    expect(body.file_name).toMatch(/^DIP_Creme-Eclat/);
  });

  test('letters that our fonts have are no remark', async () => {
    const made = await draft();
    const body = p('CV-2026-014 Éclat ½ ≤ ✓ ☐ Ελληνικά Русский العربية עברית हिन्दी 😀 \ue000');
    expect((await finalize(made.id, docxOf({ body }))).status).toBe(200);
  });

  test('without the check anything is sealed, as specified', async () => {
    const made = await draft();
    expect((await finalize(made.id, RAW, '')).body.status).toBe('success');
    const again = await draft();
    expect((await finalize(again.id, RAW, '?check=false')).body.status).toBe('success');
    expect((await finalize((await draft()).id, RAW, '?check=oui')).status).toBe(422);
  });
});
