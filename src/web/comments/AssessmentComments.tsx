import { ASSESSMENT_FIELDS } from '#shared/control/assessment.fields.ts';
import { counted } from '#shared/fields/counted.ts';
import { useProduct } from '../products/useProduct.ts';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { CommentThreads } from './CommentThreads.tsx';
import { useComments } from './useComments.ts';

const OF_PART_B: ReadonlySet<string> = new Set(ASSESSMENT_FIELDS.map(({ name }) => name));

/** What is said of part B, beside its own words: a guest’s proposal is read here, and written by nobody but a person. */
export function AssessmentComments() {
  const { id } = useProduct();
  const { comments, acts } = useComments(id);
  const all = comments.data?.data ?? [];
  const own = new Set(
    all
      .filter(({ anchor, resolved_at }) => anchor.kind === 'field' && OF_PART_B.has(anchor.key) && resolved_at === null)
      .map((one) => one.parent_id ?? one.id),
  );
  if (own.size === 0) return null;
  return (
    <SourcedCard
      title={counted(own.size, 'commentaire sur la partie B', 'commentaires sur la partie B')}
      source="À lire à côté du texte : rien n’en passe dans la conclusion de l’évaluateur que ce que vous y écrivez."
    >
      <CommentThreads comments={all.filter((one) => own.has(one.parent_id ?? one.id))} acts={acts} />
    </SourcedCard>
  );
}
