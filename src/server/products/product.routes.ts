import * as contract from '#shared/products/product.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { ProductService } from './product.service.ts';

export function productRoutes(mount: Mount, products: ProductService): void {
  mount(contract.listProducts, async ({ query, signed, total }) => {
    const found = await products.list(products.askedBy(query, signed.account.id));
    total(found.total);
    return found.rows;
  });
  mount(contract.suggestValues, ({ query }) => products.suggest(query.field, query.search ?? ''));
  mount(contract.findReference, ({ query }) =>
    products.withReference([query.reference.trim()], { except: query.except ?? null, butNot: [] }),
  );
  mount(contract.getProduct, async ({ params, etag }) => {
    const product = await products.get(params.id);
    etag(product.revision);
    return product;
  });
  mount(contract.createProduct, async ({ body, by, etag }) => {
    const product = await products.create(body, by);
    etag(product.revision);
    return product;
  });
  mount(contract.updateProduct, async ({ params, body, by, ifMatch, etag }) => {
    const product = await products.update(params.id, body, { ifMatch, by });
    etag(product.revision);
    return product;
  });
  mount(contract.setProductType, async ({ params, body, by, ifMatch, etag }) => {
    const product = await products.setType(params.id, body.type_produit, { ifMatch, by });
    etag(product.revision);
    return product;
  });
  mount(contract.listTypeProposals, () => products.typeProposals());
  mount(contract.removeProduct, ({ params, by, ifMatch }) => products.remove(params.id, { ifMatch, by }));
  mount(contract.listRevisions, ({ params }) => products.revisions(params.id));
}
