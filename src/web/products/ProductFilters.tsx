import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { later } from '../ui/later.tsx';
import { type FilterProps, PRODUCT_FILTERS, sayFilter } from './product.filters.ts';

const ProductFilterPanel = later(() => import('./ProductFilterPanel.tsx'), 'ProductFilterPanel');

/** The filters of the list, one click away; those in use beside it, each one click from being gone. */
export function ProductFilters({ filters, onChange }: FilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Once it was opened it stays, to go as it came; one that did not come is asked for again by each click.
  const [opened, setOpened] = useState(0);
  const used = PRODUCT_FILTERS.filter((name) => filters[name]);
  return (
    <>
      <Badge badgeContent={used.length} color="primary">
        <Button
          variant="outlined"
          startIcon={<ListFilter size={18} />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setOpened(opened + 1);
          }}
        >
          Filtres
        </Button>
      </Badge>
      {used.map((name) => (
        <Chip
          key={name}
          label={sayFilter(name, filters[name] ?? '')}
          onDelete={() => onChange({ [name]: null })}
          sx={{ maxWidth: 320 }}
        />
      ))}
      {opened > 0 && (
        <ProductFilterPanel filters={filters} onChange={onChange} anchor={anchor} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}
