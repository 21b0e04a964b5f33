import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Export');

export const exportAll = api('GET /export/all', 'admin', {
  summary:
    'Tout ce que Diplo sait, en une archive lisible sans lui : produits, formules, fiches, pièces, documents validés',
  output: 'file',
});
