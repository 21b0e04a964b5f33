import { Page } from '../ui/Page.tsx';
import { RequestList } from './RequestList.tsx';

/** All that suppliers are asked for. */
export function RequestsPage() {
  return (
    <Page
      title="Demandes aux fournisseurs"
      subtitle="Un lien par demande : le fournisseur envoie ses documents sans compte, vous les lisez, vous décidez."
    >
      <RequestList productId={null} />
    </Page>
  );
}
