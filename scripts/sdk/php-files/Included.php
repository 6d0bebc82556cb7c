<?php

namespace Colophon;

/** The resources of a response (`include`), found by their relationships: `(new Included($page))->related($document, 'poster')`. */
final class Included
{
    /** @var array<string, object> */
    private array $byKey = [];

    public function __construct(object $page)
    {
        $data = $page->getData();
        foreach ([...(is_array($data) ? $data : [$data]), ...($page->getIncluded() ?? [])] as $one) {
            $this->byKey["{$one->getType()} {$one->getId()}"] = $one;
        }
    }

    /** @return list<object> in the order of the relationship; none when it was not included */
    public function related(object $resource, string $relationship): array
    {
        $linkage = ($resource->getRelationships()[$relationship] ?? null)?->getData() ?? [];
        $linked = is_array($linkage) ? $linkage : [$linkage];
        return array_values(array_filter(array_map(fn (object $one) => $this->find($one->getType(), $one->getId()), $linked)));
    }

    /** One by its type and id; null when it is not included. */
    public function find(string $type, string $id): ?object
    {
        return $this->byKey["$type $id"] ?? null;
    }
}
