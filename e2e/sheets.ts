/** A file of products, read and imported: what the screens of automation show. */
export async function importSheet(
  url: string,
  token: string,
  text: string,
): Promise<{ import: string; batch: string }> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'produits.csv');
  const read = await fetch(`${url}/api/v1/imports/sheets`, { method: 'POST', headers, body: form });
  const { id } = (await read.json()) as { id: string };
  const { plan } = (await (await fetch(`${url}/api/v1/imports/${id}/plan`, { headers })).json()) as { plan: string };
  const applied = await fetch(`${url}/api/v1/imports/${id}/apply`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ plan, mode: 'lines' }),
  });
  return { import: id, batch: ((await applied.json()) as { id: string }).id };
}

export const SHEET = [
  'Référence produit;Nom commercial;Client;Marque;pH;Date de mise sur le marché;Viscosité à 40 °C',
  'VAL-0201;Gel douche Verveine;Maison Valorme;Valorme;5,5;15/03/2026;12 000',
  'VAL-0202;Lait corps Amande;Maison Valorme;Valorme;5,8;02/04/2026;9 500',
  'VAL-0203;Huile sèche Figue;Maison Valorme;Valorme;;mars 2026;',
  'VAL-0204;Gommage Sel;Maison Valorme;Valorme;6,1;20/04/2026;',
  'Total;4;;;;;',
].join('\n');
