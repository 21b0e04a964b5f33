/** What other rooms do with the products that are selected in the list. */
export interface BulkProps {
  ids: readonly string[];
  disabled: boolean;
}
