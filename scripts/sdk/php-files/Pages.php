<?php

namespace Colophon;

/** Lists over all their pages. */
final class Pages
{
    /**
     * The pages of a list, each read on demand: `Pages::of($documents->listDocuments(...), filter_title: 'News')`. By cursor where
     * the list has cursors, unless a page is requested.
     *
     * @throws ApiException
     */
    public static function of(callable $read, mixed ...$given): \Generator
    {
        $parameters = (new \ReflectionFunction($read(...)))->getParameters();
        $names = array_map(fn (\ReflectionParameter $one): string => $one->getName(), $parameters);
        $isOpen = array_intersect_key($given, ['page' => 0, 'page_after' => 0, 'page_before' => 0]) === [];
        $page = $isOpen && in_array('page_after', $names) ? self::first($read, $given) : $read(...$given);
        while (true) {
            yield $page;
            $next = $page->getLinks()?->getNext();
            if (!is_string($next)) {
                return;
            }
            parse_str((string) parse_url($next, PHP_URL_QUERY), $query);
            unset($given['page'], $given['page_after']);
            $place = $query['page'] ?? null;
            $page = $read(...$given, ...(is_array($place) ? ['page_after' => $place['after']] : ['page' => (int) $place]));
        }
    }

    /** The resources of a list, over all its pages: `Pages::items($documents->listDocuments(...), filter_title: 'News')`. */
    public static function items(callable $read, mixed ...$given): \Generator
    {
        foreach (self::of($read, ...$given) as $page) {
            foreach ($page->getData() as $one) {
                yield $one;
            }
        }
    }

    private static function first(callable $read, array $given): mixed
    {
        try {
            return $read(...$given, page_after: '');
        } catch (ApiException $refusal) {
            // Such as a search, whose order is that of relevance.
            if ($refusal->getCode() === 400 && $refusal->at('page[after]') !== null) {
                return $read(...$given);
            }
            throw $refusal;
        }
    }
}
